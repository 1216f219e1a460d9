/** What screenshots are kept as. */
export type ScreenshotFormat = 'png' | 'jpeg'

/** Sizes are decimal (decisions, section 2). */
export const maxUploadBytes = 8_000_000

/** A little more than a screen of 5120x2880; decoded, four bytes each. */
export const maxScreenshotPixels = 16_000_000

/** Twice the width that the list shows them in, for dense screens. */
export const previewWidth = 480

export const screenshotsFolder = 'screenshots'

export const screenshotName = ({ id, format }: { id: string; format: ScreenshotFormat }) =>
  `${screenshotsFolder}/${id}.${format}`

export const previewName = ({ id }: { id: string }) => `${screenshotsFolder}/${id}-preview.webp`

/** The id of the screenshot that a file belongs to. */
export const screenshotIdOf = (fileName: string): string | undefined =>
  /^([A-Za-z0-9]{20})(\.(png|jpeg)|-preview\.webp)$/.exec(fileName)?.[1]
