import type Sharp from 'sharp'

/** The bytes are no image that we take, or one that is too large; the message is public. */
export class NotAnImage extends Error {
  override name = 'NotAnImage'
}

const readable = ['png', 'jpeg', 'webp', 'gif']

/** What each begins with, byte by byte as Latin-1. */
const starts: readonly [start: RegExp, type: string][] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8/, 'image/gif'],
]

/** The media type of an image that browsers may be sent, by its first bytes; undefined for anything else. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return starts.find(([pattern]) => pattern.test(start))?.[1]
}

/** Their decoders. All others are switched off: SVG is a program more than a picture, and few are as well tried. */
const decoders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

let previous: Promise<unknown> = Promise.resolve()

/** Runs `work` after all earlier work. The decoded pixels of many images at once would not fit into memory. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work)
  previous = turn.catch(() => {})
  return turn
}

/**
 * Decodes an image into 8-bit sRGB with alpha, as it is, or smaller where a side has more than `maxSide` pixels.
 *
 * @param maxPixels looked at before anything is decoded.
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
      throw new NotAnImage('This image is damaged')
    }
  })
}

/** Looks at what the image says of itself, before anything of it is decoded. */
export async function decode(bytes: Uint8Array, maxPixels: number) {
  if (bytes.byteLength === 0) throw new NotAnImage('There is no image')
  const claimed = claimOfPng(bytes)
  // What is far too large is not worth the decoder's memory either.
  if (claimed && claimed.width * claimed.height > maxPixels) throw tooManyPixels(claimed, maxPixels)
  const sharp = await loadSharp()
  const claim = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!claim || !readable.includes(claim.format)) {
    throw new NotAnImage('This is not a PNG, JPEG, WebP or GIF image')
  }
  if (claim.width * claim.height > maxPixels) throw tooManyPixels(claim, maxPixels)
  // A photograph's orientation is metadata, which does not stay.
  const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
  return { sharp, format: claim.format, upright }
}

/** What a PNG file says of its size, in its first chunk (ISO/IEC 15948, 11.2.2); undefined for other files. */
function claimOfPng(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.byteLength < 24 || pictureTypeOf(bytes) !== 'image/png') return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

const tooManyPixels = ({ width, height }: { width: number; height: number }, maxPixels: number) =>
  new NotAnImage(
    `Images have at most ${maxPixels / 1_000_000} million pixels; this one has ${width}x${height}`,
  )

let loaded: Promise<typeof Sharp> | undefined

/** The decoder takes tens of megabytes, so it is loaded for the first image and not before. */
const loadSharp = (): Promise<typeof Sharp> => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Decoded images that nobody asks for again need no cache; one thread an image is enough beside the requests.
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders })
    return sharp
  })
  return loaded
}
