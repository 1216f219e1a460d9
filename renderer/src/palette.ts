interface PaletteColour {
  /** Number in the clients' protocol and in the body colours document. */
  number: number
  /** sRGB, `#rrggbb`. */
  hex: string
}

/**
 * The clients' palette of body colours, from the public reference of the `BrickColor` data type
 * (create.roblox.com/docs/reference/engine/datatypes/BrickColor). Sorted by hue, greys last.
 */
export const palette: readonly PaletteColour[] = [
  { number: 361, hex: '#564236' },
  { number: 192, hex: '#694028' },
  { number: 217, hex: '#7c5c46' },
  { number: 153, hex: '#957977' },
  { number: 359, hex: '#af9483' },
  { number: 352, hex: '#c7ac78' },
  { number: 5, hex: '#d7c59a' },
  { number: 101, hex: '#da867a' },
  { number: 1007, hex: '#a34b4b' },
  { number: 1014, hex: '#aa5500' },
  { number: 38, hex: '#a05f35' },
  { number: 18, hex: '#cc8e69' },
  { number: 125, hex: '#eab892' },
  { number: 1030, hex: '#ffcc99' },
  { number: 133, hex: '#d5733d' },
  { number: 106, hex: '#da8541' },
  { number: 105, hex: '#e29b40' },
  { number: 1005, hex: '#ffaf00' },
  { number: 24, hex: '#f5cd30' },
  { number: 334, hex: '#f8d96d' },
  { number: 226, hex: '#fdea8d' },
  { number: 1029, hex: '#ffffcc' },
  { number: 1009, hex: '#ffff00' },
  { number: 1008, hex: '#c1be42' },
  { number: 119, hex: '#a4bd47' },
  { number: 141, hex: '#27462d' },
  { number: 1021, hex: '#3a7d15' },
  { number: 28, hex: '#287f47' },
  { number: 37, hex: '#4b974b' },
  { number: 310, hex: '#5b9a4c' },
  { number: 317, hex: '#7c9c6b' },
  { number: 29, hex: '#a1c48c' },
  { number: 1022, hex: '#7f8e64' },
  { number: 151, hex: '#789082' },
  { number: 1020, hex: '#00ff00' },
  { number: 1028, hex: '#ccffcc' },
  { number: 107, hex: '#008f9c' },
  { number: 1018, hex: '#12eed4' },
  { number: 1027, hex: '#9ff3e9' },
  { number: 1019, hex: '#00ffff' },
  { number: 1013, hex: '#04afec' },
  { number: 11, hex: '#80bbdc' },
  { number: 1024, hex: '#afddff' },
  { number: 45, hex: '#b4d2e4' },
  { number: 102, hex: '#6e99ca' },
  { number: 305, hex: '#527cae' },
  { number: 23, hex: '#0d69ac' },
  { number: 1012, hex: '#2154b9' },
  { number: 1011, hex: '#002060' },
  { number: 1010, hex: '#0000ff' },
  { number: 135, hex: '#74869d' },
  { number: 1031, hex: '#6225d1' },
  { number: 1006, hex: '#b480ff' },
  { number: 1026, hex: '#b1a7ff' },
  { number: 104, hex: '#6b327c' },
  { number: 1023, hex: '#8c5b9f' },
  { number: 321, hex: '#a75e9b' },
  { number: 1015, hex: '#aa00aa' },
  { number: 1032, hex: '#ff00bf' },
  { number: 1016, hex: '#ff66cc' },
  { number: 330, hex: '#ff98dc' },
  { number: 9, hex: '#e8bac8' },
  { number: 1025, hex: '#ffc9c9' },
  { number: 21, hex: '#c4281c' },
  { number: 1004, hex: '#ff0000' },
  { number: 364, hex: '#5a4c42' },
  { number: 351, hex: '#bc9b5d' },
  { number: 1003, hex: '#111111' },
  { number: 26, hex: '#1b2a35' },
  { number: 199, hex: '#635f62' },
  { number: 194, hex: '#a3a2a5' },
  { number: 1002, hex: '#cdcdcd' },
  { number: 208, hex: '#e5e4df' },
  { number: 1, hex: '#f2f3f3' },
  { number: 1001, hex: '#f8f8f8' },
]

/** Medium stone grey, which clients show for an unknown number. */
const unknown = '#a3a2a5'

const byNumber = new Map(palette.map(({ number, hex }) => [number, hex]))

export const isPaletteNumber = (number: number): boolean => byNumber.has(number)

/** Returns the sRGB value of a palette number, `#rrggbb`. */
export const hexOf = (number: number): string => byNumber.get(number) ?? unknown
