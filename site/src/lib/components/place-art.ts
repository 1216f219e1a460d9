/** Widths of the drawn pictures, which are 180 units high. */
export const artWidths = { wide: 320, square: 180 } as const

export type ArtShape = keyof typeof artWidths

export const isArtShape = (shape: string): shape is ArtShape => Object.hasOwn(artWidths, shape)

/** Version of the drawing. Pictures are cached permanently, so a changed drawing needs a new version. */
const drawing = 1

/**
 * Returns the URL of a drawn picture.
 *
 * @param seed the place's id, or any word; the same seed draws the same picture
 */
export const artAddress = (seed: string | number, shape: ArtShape): string =>
  `/art/${shape}/${seed}.svg?${drawing}`
