import type Sharp from 'sharp'
import type { Pixels } from './texture.ts'

/** Reason why bytes are not an accepted image. */
type ImageFault =
  | { kind: 'missing' | 'type' | 'damaged' }
  | { kind: 'pixels'; millions: number; width: number; height: number }

/** The bytes are not an accepted image, or the image is too large. The message is public. */
export class NotAnImage extends Error {
  override name = 'NotAnImage'
  readonly fault: ImageFault

  constructor(message: string, fault: ImageFault) {
    super(message)
    this.fault = fault
  }
}

export const damagedImage = () => new NotAnImage('This image is damaged', { kind: 'damaged' })

const readable = ['png', 'jpeg', 'webp', 'gif']

/** First bytes of each type as Latin-1. */
const starts: readonly [start: RegExp, type: string][] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8/, 'image/gif'],
]

/** Returns the media type of an image from its first bytes, or undefined for any other file. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return starts.find(([pattern]) => pattern.test(start))?.[1]
}

/** Decoders of the accepted types. All others are disabled: SVG is executable content, and the rest are less well tested. */
const decoders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

let previous: Promise<unknown> = Promise.resolve()

/** Runs `work` after all earlier work. The decoded pixels of several images at once would not fit into memory. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work)
  previous = turn.catch(() => {})
  return turn
}

/**
 * Decodes an image into 8-bit sRGB with alpha, and scales it down to `maxSide`.
 *
 * @param maxPixels checked before decoding
 * @throws NotAnImage
 */
export function toPixels(
  bytes: Uint8Array,
  { maxPixels, maxSide }: { maxPixels: number; maxSide: number },
): Promise<{ width: number; height: number; rgba: Uint8Array }> {
  return inTurn(async () => {
    const { upright } = await decode(bytes, maxPixels)
    try {
      const { data, info } = await upright
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, rgba: data }
    } catch {
      throw damagedImage()
    }
  })
}

const endOfJpeg = Buffer.from([0xff, 0xd9])
const startOfScan = Buffer.from([0xff, 0xda])

/** Whether a JPEG has its end. Some cameras and programs leave it out. A preview in the metadata has an end of its own. */
function hasEnd(bytes: Uint8Array): boolean {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return jpeg.lastIndexOf(endOfJpeg) > jpeg.lastIndexOf(startOfScan)
}

/** First bytes of other types as Latin-1: BMP, TIFF, JPEG XL, icons. */
const otherStarts = ['BM', 'II*\0', 'MM\0*', '\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\x01\0']

/** AVIF and HEIC. */
const mediaFile = /^.{4}ftyp(?:avi|hei|hev|mif1|msf1)/s

/** Whether the first bytes are those of an image of any type. */
export function looksLikeImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (
    pictureTypeOf(bytes) !== undefined ||
    mediaFile.test(start) ||
    otherStarts.some((other) => start.startsWith(other))
  )
}

/** Prepares the decoding of an image after checking the type and size in its header. */
export async function decode(bytes: Uint8Array, maxPixels: number) {
  if (bytes.byteLength === 0) throw new NotAnImage('There is no image', { kind: 'missing' })
  const claimed = claimOfPng(bytes)
  // Checked first, so that a huge image does not even load the decoder.
  if (claimed && claimed.width * claimed.height > maxPixels) throw tooManyPixels(claimed, maxPixels)
  const sharp = await loadSharp()
  const claim = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!claim && pictureTypeOf(bytes) !== undefined) throw damagedImage()
  if (!claim || !readable.includes(claim.format)) {
    throw new NotAnImage('This is not a PNG, JPEG, WebP or GIF image', { kind: 'type' })
  }
  if (claim.width * claim.height > maxPixels) throw tooManyPixels(claim, maxPixels)
  const isOpen = claim.format === 'jpeg' && !hasEnd(bytes)
  const readBytes = isOpen ? Buffer.concat([bytes, endOfJpeg]) : bytes
  // With an end of its own, a picture whose last lines are missing would only lead to a warning.
  const failOn = isOpen ? 'warning' : 'error'
  // The orientation of a photograph is metadata, which is dropped.
  const upright = sharp(readBytes, { limitInputPixels: maxPixels, failOn, pages: 1 }).autoOrient()
  return { sharp, format: claim.format, upright }
}

/** Returns the size from the header of a PNG file (ISO/IEC 15948, 11.2.2), or undefined for any other file. */
function claimOfPng(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.byteLength < 24 || pictureTypeOf(bytes) !== 'image/png') return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function tooManyPixels({ width, height }: { width: number; height: number }, maxPixels: number): NotAnImage {
  const millions = maxPixels / 1_000_000
  return new NotAnImage(`Images have at most ${millions} million pixels; this one has ${width}x${height}`, {
    kind: 'pixels',
    millions,
    width,
    height,
  })
}

let loaded: Promise<typeof Sharp> | undefined

/** Loads the decoder with the first image, because it takes tens of megabytes. */
const loadSharp = (): Promise<typeof Sharp> => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Images are decoded once, so a cache is useless. One thread per image leaves processor time for requests.
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders })
    return sharp
  })
  return loaded
}

/** Encodes pixels as a PNG file with at most 256 colours. */
export const encodeFewColours = ({ width, height, rgba }: Pixels): Promise<Uint8Array> =>
  inTurn(async () => {
    const sharp = await loadSharp()
    return sharp(rgba, { raw: { width, height, channels: 4 } })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer()
  })
