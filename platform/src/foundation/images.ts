import { damagedImage, decode, inTurn, type NotAnImage } from '@baseplate/renderer/image-file'
import { Refused } from './errors.ts'
import { type Problem, problem } from './problem.ts'

interface Reencoded {
  picture: { bytes: Uint8Array; format: 'png' | 'jpeg'; width: number; height: number }
  /** A small WebP. */
  preview: Uint8Array
}

/** Limit for the product's own renders. */
const maxOwnPixels = 2048 * 2048

/** Uploads that wait hold their bytes in memory, up to 20 MB each. */
const maxWaiting = 32

/** Seconds after which a refused client may retry. */
const retryAfter = 10

let waiting = 0

/**
 * Re-encodes an image without metadata: JPEG stays JPEG, any other format becomes PNG. Images are processed one at a time,
 * because the decoded pixels of many would not fit into memory.
 *
 * @param maxPixels is checked before the image is decoded, because a small file may claim gigabytes of pixels.
 * @throws NotAnImage; Refused `busy`
 */
export function reencode(
  bytes: Uint8Array,
  limits: { maxPixels: number; previewWidth: number },
): Promise<Reencoded> {
  return inUploadsTurn(() => reencodeNow(bytes, limits))
}

/** Limits how many uploads wait for `inTurn`. @throws Refused `busy` */
async function inUploadsTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) {
    throw new Refused('files.images_busy').retryIn(retryAfter)
  }
  waiting++
  try {
    return await inTurn(work)
  } finally {
    waiting--
  }
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
    throw damagedImage()
  }
}

/**
 * Re-encodes an image as AVIF without metadata, once per size, in pixels. An image with another aspect ratio is cropped. Images are
 * processed one at a time, as in `reencode`.
 *
 * @param maxPixels is checked before the image is decoded.
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
        // The maker waits: more effort takes several times as long and saves little.
        const picture = upright
          .clone()
          .resize({ ...size, fit: 'cover' })
          .avif({ quality: 60, effort: 2 })
        pictures.push(await picture.toBuffer())
      }
      return pictures
    } catch {
      throw damagedImage()
    }
  })
}

/**
 * Re-encodes an image as PNG without metadata. Images are processed one at a time, as in `reencode`.
 *
 * @param maxPixels is checked before the image is decoded.
 * @param maxSide in pixels. A larger picture is scaled down and keeps its aspect ratio.
 * @throws NotAnImage; Refused `busy`
 */
export function toPng(
  bytes: Uint8Array,
  { maxPixels, maxSide }: { maxPixels: number; maxSide: number },
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  return toFramedPng(bytes, { maxPixels, isFilled: false, width: maxSide, height: maxSide })
}

/**
 * Re-encodes an image as PNG without metadata, as large as fits into a frame. Images are processed one at a time, as in
 * `reencode`.
 *
 * @param maxPixels is checked before the image is decoded.
 * @param isFilled whether transparent edges fill the rest of the frame.
 * @throws NotAnImage; Refused `busy`
 */
export function toFramedPng(
  bytes: Uint8Array,
  { maxPixels, isFilled, ...frame }: { maxPixels: number; isFilled: boolean; width: number; height: number },
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  return inUploadsTurn(async () => {
    const { upright } = await decode(bytes, maxPixels)
    const shape = isFilled
      ? ({ fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const)
      : ({ fit: 'inside', withoutEnlargement: true } as const)
    try {
      const { data, info } = await upright
        .resize({ ...frame, ...shape })
        .png()
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch {
      throw damagedImage()
    }
  })
}

/**
 * Re-encodes a render as a WebP with transparency that fits into a square. Images are processed one at a time, as in `reencode`.
 *
 * @param side in pixels.
 * @throws NotAnImage
 */
export function toWebp(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  return inTurn(async () => {
    const { upright } = await decode(bytes, maxOwnPixels)
    try {
      // More effort takes 50 % longer and saves little.
      return await upright.resize(side, side, { fit: 'inside' }).webp({ quality: 80, effort: 2 }).toBuffer()
    } catch {
      throw damagedImage()
    }
  })
}

/** Returns the problem of a file that is not an accepted image. */
export function imageProblem({ fault }: NotAnImage): Problem {
  switch (fault.kind) {
    case 'missing':
      return problem('files.image_missing')
    case 'type':
      return problem('files.image_type')
    case 'damaged':
      return problem('files.image_damaged')
    case 'pixels': {
      const { millions, width, height } = fault
      return problem('files.image_too_large', { millions, width, height })
    }
  }
}
