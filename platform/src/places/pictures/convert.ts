import { createHash } from 'node:crypto'
import { looksLikeImage, NotAnImage } from '@baseplate/renderer/image-file'
import { InvalidFields } from '../../foundation/errors.ts'
import { imageProblem, toAvif } from '../../foundation/images.ts'
import { iconSize, maxIconBytes, maxPicturePixels, maxThumbnailBytes, thumbnailSize } from './rules.ts'

/** The bytes of an uploaded picture. `too large`: the upload exceeded the limit of the form, so its bytes were discarded. */
export type UploadedPicture = Uint8Array | 'too large'

/** A picture as AVIF, with the name that its row stores: the beginning of its hash. */
export interface ConvertedPicture {
  bytes: Uint8Array
  name: string
}

const isImage = (uploaded: UploadedPicture) => uploaded !== 'too large' && looksLikeImage(uploaded)

/** @throws InvalidFields `icon` */
export const convertIcon = (uploaded: UploadedPicture): Promise<ConvertedPicture> =>
  convert(uploaded, {
    maxBytes: maxIconBytes,
    size: iconSize,
    tooLarge: () => new InvalidFields({ icon: 'places.icon_too_large' }),
    // "Icon must be an image" is wrong for an image of another type, and for one that is damaged or too large.
    notAnImage: (error) =>
      new InvalidFields({ icon: isImage(uploaded) ? imageProblem(error) : 'places.icon_not_image' }),
  })

/** @throws InvalidFields `picture` */
export async function convertThumbnail(uploaded: UploadedPicture | undefined): Promise<ConvertedPicture> {
  if (uploaded === undefined) throw new InvalidFields({ picture: 'places.picture_missing' })
  return convert(uploaded, {
    maxBytes: maxThumbnailBytes,
    size: thumbnailSize,
    tooLarge: () => new InvalidFields({ picture: 'places.picture_too_large' }),
    notAnImage: (error) => new InvalidFields({ picture: imageProblem(error) }),
  })
}

async function convert(
  uploaded: UploadedPicture,
  options: {
    maxBytes: number
    size: { width: number; height: number }
    tooLarge: () => Error
    notAnImage: (error: NotAnImage) => Error
  },
): Promise<ConvertedPicture> {
  if (uploaded === 'too large' || uploaded.byteLength > options.maxBytes) throw options.tooLarge()
  try {
    const [bytes = new Uint8Array()] = await toAvif(uploaded, {
      maxPixels: maxPicturePixels,
      sizes: [options.size],
    })
    return { bytes, name: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
  } catch (error) {
    if (error instanceof NotAnImage) throw options.notAnImage(error)
    throw error
  }
}
