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

/** Width and height in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** Size of a game's picture in link previews. Other services show this shape without cropping. */
export const sharedPictureSize: PictureSize = { width: 1200, height: 630 }

/** Sizes in which clients get a game's picture: squares for icons, and the shape of screens. */
const clientSizes: readonly PictureSize[] = [
  ...[48, 75, 100, 150, 180, 250, 352].map((side) => ({ width: side, height: side })),
  { width: 160, height: 90 },
  { width: 320, height: 180 },
  { width: 480, height: 270 },
  sharedPictureSize,
]

/** Returns the size of a game's picture that is nearest to what a client asks for. The shape counts as much as the width. */
export function nearestPictureSize(wanted: PictureSize): PictureSize {
  const distances = clientSizes.map(
    ({ width, height }) => Math.abs(width - wanted.width) + Math.abs(height - wanted.height),
  )
  return clientSizes[distances.indexOf(Math.min(...distances))] ?? sharedPictureSize
}

/** Returns a size as the parameter `size` has it, such as `100x100`. */
export const writeSize = ({ width, height }: PictureSize): string => `${width}x${height}`

/** Reads the parameter `size`. Anything else than one of the sizes is that of link previews. */
export const readSize = (text: string | null): PictureSize =>
  clientSizes.find((size) => writeSize(size) === text) ?? sharedPictureSize
