import { NotAnImage } from '@baseplate/renderer/image-file'
import { NotAModel } from '@baseplate/renderer/models/document'
import { templateSize } from '@baseplate/renderer/template'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { imageProblem, toPng } from '../../foundation/images.ts'
import type { SentFile } from '../../foundation/input.ts'
import { type Problem, problem } from '../../foundation/problem.ts'
import type { ModelReader } from '../files/model-reader.ts'
import { hashPicture } from '../pictures/picture-hash.ts'
import { fileTooLarge, maxAssetBytes } from '../rules.ts'
import { hasHolder, maxPicturePixels, maxPictureSide, sourceOf } from './rules.ts'

/** A checked upload, as it is stored. */
export type Prepared =
  /** The asset is a document that refers to the picture, which is an asset of its own. */
  | { picture: Uint8Array; file?: undefined; pictureHash: string }
  /** The asset is the file itself. */
  | { file: Uint8Array; picture?: undefined; pictureHash: string }

/** Checks an upload without reading it. @throws InvalidFields `asset` */
export function requireUpload(upload: SentFile): Uint8Array {
  if (upload === undefined) throw new InvalidFields({ asset: 'files.missing' })
  if (upload === 'too large' || upload.byteLength > maxAssetBytes) {
    throw fileTooLarge()
  }
  return upload
}

export interface Preparing {
  modelReader: ModelReader
  config: Pick<Config, 'Client'>
}

/**
 * Checks an upload for an asset of a type. Pictures are re-encoded, documents are parsed.
 *
 * @throws InvalidFields `asset`; Refused `busy`
 */
export async function prepare(
  { modelReader, config }: Preparing,
  type: number,
  upload: Uint8Array,
): Promise<Prepared> {
  try {
    if (sourceOf(type) === 'document') {
      await modelReader.outline(upload, config.Client.DocumentRoot)
      return { file: upload, pictureHash: '' }
    }
    const picture = await toPng(upload, { maxPixels: maxPicturePixels, maxSide: maxPictureSide })
    const { width, height } = templateSize
    if (sourceOf(type) === 'template' && (picture.width !== width || picture.height !== height)) {
      throw new InvalidFields({ asset: problem('assets.clothing_size', { width, height }) })
    }
    const pictureHash = await hashPicture(picture.bytes, maxPicturePixels)
    return hasHolder(type) ? { picture: picture.bytes, pictureHash } : { file: picture.bytes, pictureHash }
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidFields({ asset: imageProblem(error) })
    if (error instanceof NotAModel) throw new InvalidFields({ asset: modelProblem(error) })
    throw error
  }
}

/** Returns the problem of a file that is not a model. */
export function modelProblem({ fault }: NotAModel): Problem {
  switch (fault.kind) {
    case 'xml':
      return problem('files.model_xml')
    case 'doctype':
      return problem('files.model_doctype')
    case 'encoding':
      return problem('files.model_encoding')
    case 'size':
      return problem('files.model_too_large')
    case 'empty':
      return problem('files.model_empty')
    case 'broken':
      return problem('files.model_broken', { line: fault.line, column: fault.column })
    case 'root':
      return problem('files.model_root', { root: fault.root })
  }
}
