/** Maximum size of an uploaded icon. Sizes are decimal: docs/reference/site-api.md#text-lengths-and-file-sizes. */
export const maxIconBytes = 1_000_000

/** Maximum size of an uploaded thumbnail. */
export const maxThumbnailBytes = 8_000_000

/** Maximum pixels of an uploaded picture: a small file can claim to be huge, and each decoded pixel takes four bytes. */
export const maxPicturePixels = 40_000_000

/** Pixels: docs/reference/site-api.md#place-pictures. */
export const iconSize = { width: 270, height: 270 } as const

/** Pixels: the width of a place's page on a high-density screen. */
export const thumbnailSize = { width: 1280, height: 720 } as const

export const iconsFolder = 'icons'
export const iconName = (placeId: number) => `${iconsFolder}/${placeId}.avif`

export const thumbnailsFolder = 'place-thumbnails'
export const thumbnailName = (placeId: number, number: number) =>
  `${thumbnailsFolder}/${placeId}-${number}.avif`

/** New pictures are written here, under the names that rows have for them, and are copied to their final names. */
export const pictureSourcesFolder = 'place-picture-sources'
export const pictureSourceName = (placeId: number, name: string) =>
  `${pictureSourcesFolder}/${placeId}-${name}.avif`

/** Size of a game's picture in link previews, in pixels. Other services show this shape without cropping. */
export const sharedPictureSize = { width: 1200, height: 630 } as const
