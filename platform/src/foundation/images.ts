import { decode, inTurn, NotAnImage } from '@baseplate/renderer/image-file'
import { Refused } from './errors.ts'

export interface Reencoded {
  picture: { bytes: Uint8Array; format: 'png' | 'jpeg'; width: number; height: number }
  /** A small WebP of it. */
  preview: Uint8Array
}

/** More than any picture has that was drawn for us. */
const maxOwnPixels = 2048 * 2048

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
