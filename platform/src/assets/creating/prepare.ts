import { NotAnImage } from '@baseplate/renderer/image-file'
import { NotAModel } from '@baseplate/renderer/models/document'
import { readOutline } from '@baseplate/renderer/models/outline'
import { InvalidFields } from '../../foundation/errors.ts'
import { toPng } from '../../foundation/images.ts'
import { maxAssetBytes } from '../rules.ts'
import { hasHolder, maxPicturePixels, maxPictureSide, sourceOf, templateSize } from './rules.ts'

/** What comes with the form; undefined: nothing was chosen. */
export type Upload = Uint8Array | 'too large' | undefined

/** An upload that was looked through, as it is kept. */
export type Prepared =
  /** The asset is a document that refers to the picture, which is an asset of its own. */
  | { picture: Uint8Array; file?: undefined }
  /** The asset is the file itself. */
  | { file: Uint8Array; picture?: undefined }

/** Takes a moment's look at what came, before all that takes the machine longer. @throws InvalidFields `asset` */
export function requireUpload(upload: Upload): Uint8Array {
  if (upload === undefined) throw new InvalidFields({ asset: 'Choose a file' })
  if (upload === 'too large' || upload.byteLength > maxAssetBytes) {
    throw new InvalidFields({ asset: 'File must be less than 20MB in size' })
  }
  return upload
}

/**
 * Looks at what was uploaded for an asset of the type: pictures are decoded and written anew, documents are read through.
 *
 * @param root of documents (`Client.DocumentRoot`).
 * @throws InvalidFields `asset`
 */
export async function prepare(type: number, upload: Uint8Array, root: string): Promise<Prepared> {
  try {
    if (sourceOf(type) === 'document') {
      await readOutline(upload, root)
      return { file: upload }
    }
    const picture = await toPng(upload, { maxPixels: maxPicturePixels, maxSide: maxPictureSide })
    const { width, height } = templateSize
    if (sourceOf(type) === 'template' && (picture.width !== width || picture.height !== height)) {
      throw new InvalidFields({ asset: `Clothing must be ${width}x${height} pixels` })
    }
    return hasHolder(type) ? { picture: picture.bytes } : { file: picture.bytes }
  } catch (error) {
    if (error instanceof NotAnImage || error instanceof NotAModel)
      throw new InvalidFields({ asset: error.message })
    throw error
  }
}
