/** What screenshots are kept as. */
export type ScreenshotFormat = 'png' | 'jpeg'

/** Sizes are decimal (decisions, section 2). */
export const maxUploadBytes = 8_000_000

/** A little more than a screen of 5120x2880; decoded, four bytes each. */
export const maxScreenshotPixels = 16_000_000

/** Twice the width that the list shows them in, for dense screens. */
export const previewWidth = 480

export const screenshotName = ({ id, format }: { id: string; format: ScreenshotFormat }) =>
  `screenshots/${id}.${format}`

export const previewName = ({ id }: { id: string }) => `screenshots/${id}-preview.webp`
