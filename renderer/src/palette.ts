export interface PaletteColour {
  /** Number in the clients' protocol and in the body colours document. */
  number: number
  name: string
  /** sRGB, `#rrggbb`. */
  hex: string
}

/**
 * The clients' palette of body colours, from the public reference of the `BrickColor` data type
 * (create.roblox.com/docs/reference/engine/datatypes/BrickColor). Sorted by hue, greys last.
 */
export const palette: readonly PaletteColour[] = [
  { number: 361, name: 'Dirt brown', hex: '#564236' },
  { number: 192, name: 'Reddish brown', hex: '#694028' },
  { number: 217, name: 'Brown', hex: '#7c5c46' },
  { number: 153, name: 'Sand red', hex: '#957977' },
  { number: 359, name: 'Linen', hex: '#af9483' },
  { number: 352, name: 'Burlap', hex: '#c7ac78' },
  { number: 5, name: 'Brick yellow', hex: '#d7c59a' },
  { number: 101, name: 'Medium red', hex: '#da867a' },
  { number: 1007, name: 'Dusty rose', hex: '#a34b4b' },
  { number: 1014, name: 'CGA brown', hex: '#aa5500' },
  { number: 38, name: 'Dark orange', hex: '#a05f35' },
  { number: 18, name: 'Nougat', hex: '#cc8e69' },
  { number: 125, name: 'Light orange', hex: '#eab892' },
  { number: 1030, name: 'Pastel brown', hex: '#ffcc99' },
  { number: 133, name: 'Neon orange', hex: '#d5733d' },
  { number: 106, name: 'Bright orange', hex: '#da8541' },
  { number: 105, name: 'Br. yellowish orange', hex: '#e29b40' },
  { number: 1005, name: 'Deep orange', hex: '#ffaf00' },
  { number: 24, name: 'Bright yellow', hex: '#f5cd30' },
  { number: 334, name: 'Daisy orange', hex: '#f8d96d' },
  { number: 226, name: 'Cool yellow', hex: '#fdea8d' },
  { number: 1029, name: 'Pastel yellow', hex: '#ffffcc' },
  { number: 1009, name: 'New Yeller', hex: '#ffff00' },
  { number: 1008, name: 'Olive', hex: '#c1be42' },
  { number: 119, name: 'Br. yellowish green', hex: '#a4bd47' },
  { number: 141, name: 'Earth green', hex: '#27462d' },
  { number: 1021, name: 'Camo', hex: '#3a7d15' },
  { number: 28, name: 'Dark green', hex: '#287f47' },
  { number: 37, name: 'Bright green', hex: '#4b974b' },
  { number: 310, name: 'Shamrock', hex: '#5b9a4c' },
  { number: 317, name: 'Moss', hex: '#7c9c6b' },
  { number: 29, name: 'Medium green', hex: '#a1c48c' },
  { number: 1022, name: 'Grime', hex: '#7f8e64' },
  { number: 151, name: 'Sand green', hex: '#789082' },
  { number: 1020, name: 'Lime green', hex: '#00ff00' },
  { number: 1028, name: 'Pastel green', hex: '#ccffcc' },
  { number: 107, name: 'Bright bluish green', hex: '#008f9c' },
  { number: 1018, name: 'Teal', hex: '#12eed4' },
  { number: 1027, name: 'Pastel blue-green', hex: '#9ff3e9' },
  { number: 1019, name: 'Toothpaste', hex: '#00ffff' },
  { number: 1013, name: 'Cyan', hex: '#04afec' },
  { number: 11, name: 'Pastel blue', hex: '#80bbdc' },
  { number: 1024, name: 'Pastel light blue', hex: '#afddff' },
  { number: 45, name: 'Light blue', hex: '#b4d2e4' },
  { number: 102, name: 'Medium blue', hex: '#6e99ca' },
  { number: 305, name: 'Steel blue', hex: '#527cae' },
  { number: 23, name: 'Bright blue', hex: '#0d69ac' },
  { number: 1012, name: 'Deep blue', hex: '#2154b9' },
  { number: 1011, name: 'Navy blue', hex: '#002060' },
  { number: 1010, name: 'Really blue', hex: '#0000ff' },
  { number: 135, name: 'Sand blue', hex: '#74869d' },
  { number: 1031, name: 'Royal purple', hex: '#6225d1' },
  { number: 1006, name: 'Alder', hex: '#b480ff' },
  { number: 1026, name: 'Pastel violet', hex: '#b1a7ff' },
  { number: 104, name: 'Bright violet', hex: '#6b327c' },
  { number: 1023, name: 'Lavender', hex: '#8c5b9f' },
  { number: 321, name: 'Lilac', hex: '#a75e9b' },
  { number: 1015, name: 'Magenta', hex: '#aa00aa' },
  { number: 1032, name: 'Hot pink', hex: '#ff00bf' },
  { number: 1016, name: 'Pink', hex: '#ff66cc' },
  { number: 330, name: 'Carnation pink', hex: '#ff98dc' },
  { number: 9, name: 'Light reddish violet', hex: '#e8bac8' },
  { number: 1025, name: 'Pastel orange', hex: '#ffc9c9' },
  { number: 21, name: 'Bright red', hex: '#c4281c' },
  { number: 1004, name: 'Really red', hex: '#ff0000' },
  { number: 364, name: 'Dark taupe', hex: '#5a4c42' },
  { number: 351, name: 'Cork', hex: '#bc9b5d' },
  { number: 1003, name: 'Really black', hex: '#111111' },
  { number: 26, name: 'Black', hex: '#1b2a35' },
  { number: 199, name: 'Dark stone grey', hex: '#635f62' },
  { number: 194, name: 'Medium stone grey', hex: '#a3a2a5' },
  { number: 1002, name: 'Mid gray', hex: '#cdcdcd' },
  { number: 208, name: 'Light stone grey', hex: '#e5e4df' },
  { number: 1, name: 'White', hex: '#f2f3f3' },
  { number: 1001, name: 'Institutional white', hex: '#f8f8f8' },
]

/** Medium stone grey, which clients show for an unknown number. */
const unknown = '#a3a2a5'

const byNumber = new Map(palette.map(({ number, hex }) => [number, hex]))

export const isPaletteNumber = (number: number): boolean => byNumber.has(number)

/** Returns the sRGB value of a palette number, `#rrggbb`. */
export const hexOf = (number: number): string => byNumber.get(number) ?? unknown
