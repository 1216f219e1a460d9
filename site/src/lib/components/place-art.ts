/** Widths of the drawn pictures, which are 180 high. */
export const artWidths = { wide: 320, square: 180 } as const

export type ArtShape = keyof typeof artWidths

export const isArtShape = (shape: string): shape is ArtShape => Object.hasOwn(artWidths, shape)

/** Browsers keep the pictures for good; one more whenever they are drawn otherwise. */
const drawing = 1

/** @param seed the place's id, or a word: the same seed, the same picture. */
export const artAddress = (seed: string | number, shape: ArtShape): string =>
  `/art/${shape}/${seed}.svg?${drawing}`
