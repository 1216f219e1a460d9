/** Formats of stored screenshots. */
export type ScreenshotFormat = 'png' | 'jpeg'

/** Maximum size of an upload in bytes. Pages and errors name it in decimal megabytes. */
export const maxUploadBytes = 8_000_000

/** Slightly more than a screen of 5120x2880 has. A decoded pixel takes four bytes. */
export const maxScreenshotPixels = 16_000_000

/** Twice the width in the list, for dense screens. */
export const previewWidth = 480

export const screenshotsFolder = 'screenshots'

export const screenshotName = ({ id, format }: { id: string; format: ScreenshotFormat }) =>
  `${screenshotsFolder}/${id}.${format}`

export const previewName = ({ id }: { id: string }) => `${screenshotsFolder}/${id}-preview.webp`

/** Returns the id of the screenshot that a file belongs to. */
export const screenshotIdOf = (fileName: string): string | undefined =>
  /^([A-Za-z0-9]{20})(\.(png|jpeg)|-preview\.webp)$/.exec(fileName)?.[1]
