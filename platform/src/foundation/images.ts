import type Sharp from 'sharp'
import { Refused } from './errors.ts'

/** The bytes are no image that we take, or one that is too large; the message is public. */
export class NotAnImage extends Error {
  override name = 'NotAnImage'
}

export interface Reencoded {
  picture: { bytes: Uint8Array; format: 'png' | 'jpeg'; width: number; height: number }
  /** A small WebP of it. */
  preview: Uint8Array
}

/** More than any picture has that was drawn for us. */
const maxOwnPixels = 2048 * 2048

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

/** Uploads that wait hold their bytes in memory, up to 20 MB each. */
const maxWaiting = 32

/** Clients may try again after this many seconds. */
const retryAfter = 10

let waiting = 0

/**
 * Decodes an image and writes it anew, without metadata: JPEG stays JPEG, all else becomes PNG. One after the other,
 * since the decoded pixels of many at once would not fit into memory.
 *
 * @param maxPixels looked at before anything is decoded: a small file may claim to be gigabytes of pixels.
 * @throws NotAnImage; Refused `busy`
 */
export function reencode(
  bytes: Uint8Array,
  limits: { maxPixels: number; previewWidth: number },
): Promise<Reencoded> {
  return inUploadsTurn(() => reencodeNow(bytes, limits))
}

/** As `inTurn`, for uploads. @throws Refused `busy` when too many uploads wait. */
async function inUploadsTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) {
    throw new Refused('busy', 'Too many images are being processed. Try again in a moment.', retryAfter)
  }
  waiting++
  try {
    return await inTurn(work)
  } finally {
    waiting--
  }
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work)
  previous = turn.catch(() => {})
  return turn
}

async function reencodeNow(
  bytes: Uint8Array,
  { maxPixels, previewWidth }: { maxPixels: number; previewWidth: number },
): Promise<Reencoded> {
  const { sharp, format: claimed, upright } = await decode(bytes, maxPixels)
  const format = claimed === 'jpeg' ? 'jpeg' : 'png'
  try {
    const written = format === 'jpeg' ? upright.jpeg({ quality: 90 }) : upright.png()
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    const preview = await sharp(data)
      .resize({ width: previewWidth, withoutEnlargement: true })
      .webp()
      .toBuffer()
    return { picture: { bytes: data, format, width: info.width, height: info.height }, preview }
  } catch {
    throw new NotAnImage('This image is damaged')
  }
}

/**
 * Decodes an image and writes it anew as AVIF, without metadata, one for each of the sizes, in pixels. What does not have
 * the shape of a size is cut at its sides. One after the other, as `reencode`.
 *
 * @param maxPixels looked at before anything is decoded.
 * @throws NotAnImage; Refused `busy`
 */
export function toAvif(
  bytes: Uint8Array,
  { maxPixels, sizes }: { maxPixels: number; sizes: readonly { width: number; height: number }[] },
): Promise<Uint8Array[]> {
  return inUploadsTurn(async () => {
    const { upright } = await decode(bytes, maxPixels)
    try {
      const pictures: Uint8Array[] = []
      for (const size of sizes) {
        // The maker waits for it: more effort takes several times as long for little less.
        const picture = upright
          .clone()
          .resize({ ...size, fit: 'cover' })
          .avif({ quality: 60, effort: 2 })
        pictures.push(await picture.toBuffer())
      }
      return pictures
    } catch {
      throw new NotAnImage('This image is damaged')
    }
  })
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

/**
 * Decodes an image and writes it anew as PNG, without metadata. One after the other, as `reencode`.
 *
 * @param maxPixels looked at before anything is decoded.
 * @param maxSide in pixels: a larger picture is made smaller, in its own shape.
 * @throws NotAnImage; Refused `busy`
 */
export function toPng(
  bytes: Uint8Array,
  { maxPixels, maxSide }: { maxPixels: number; maxSide: number },
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  return inUploadsTurn(async () => {
    const { upright } = await decode(bytes, maxPixels)
    const size = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const
    try {
      const { data, info } = await upright.resize(size).png().toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch {
      throw new NotAnImage('This image is damaged')
    }
  })
}

/**
 * Decodes a picture of our own and writes it anew as WebP with transparency, square. One after the other, as `reencode`.
 *
 * @param side in pixels.
 * @throws NotAnImage
 */
export function toWebp(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  return inTurn(async () => {
    const { upright } = await decode(bytes, maxOwnPixels)
    try {
      // More effort takes half as long again for little less.
      return await upright.resize(side, side, { fit: 'inside' }).webp({ quality: 80, effort: 2 }).toBuffer()
    } catch {
      throw new NotAnImage('This image is damaged')
    }
  })
}

/** Looks at what the image says of itself, before anything of it is decoded. */
async function decode(bytes: Uint8Array, maxPixels: number) {
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
