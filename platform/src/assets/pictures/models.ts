import { CannotDraw, type EncodedFile, type Model, type ModelPart } from '@baseplate/renderer/drawing'
import type { Content } from '@baseplate/renderer/models/content'
import { NotAModel } from '@baseplate/renderer/models/document'
import type { WrittenPart } from '@baseplate/renderer/models/parts'
import type { Placing } from '@baseplate/renderer/models/reading'
import { hexOf } from '@baseplate/renderer/palette'
import { upright } from '@baseplate/renderer/space'
import type { AssetFiles } from '../files/asset-files.ts'
import type { ModelReader } from '../files/model-reader.ts'
import { isXml } from '../rules.ts'
import { bytesOf, openServed, readServed, readTexture } from './textures.ts'

/** Limits of the files of one model, so that a worker can draw it. */
const limits = { files: 64, bytes: 60_000_000 }

/** Light stone grey, the colour of the figures that show clothes. */
const plainHex = hexOf(208)

export interface ModelReading {
  assetFiles: AssetFiles
  modelReader: ModelReader
}

/** Reads a mesh asset. Returns undefined when it is missing or moderated. @throws as `readModel` */
export async function readMesh(platform: ModelReading, assetId: number): Promise<Model | undefined> {
  const bytes = await readServed(platform, assetId)
  if (!bytes) return undefined
  return {
    parts: [
      {
        shape: 0,
        size: [1, 1, 1],
        placement: { rotation: upright, offset: [0, 0, 0] },
        hex: plainHex,
        coverings: [],
      },
    ],
    meshes: [{ name: `asset ${assetId}`, bytes }],
    pictures: [],
  }
}

/**
 * Reads the visible parts of a model asset. Returns undefined when there are none: the file is not XML, or every asset that it
 * needs is missing or moderated.
 *
 * @throws CannotDraw for a broken or far too large document; Refused when the asset cloud fails
 */
export const readModel = (platform: ModelReading, assetId: number): Promise<Model | undefined> =>
  readParts(platform, assetId, 'model')

/** Reads a hat like `readModel`, relative to the middle of the head that wears it. */
export const readHat = (platform: ModelReading, assetId: number): Promise<Model | undefined> =>
  readParts(platform, assetId, 'hat')

/**
 * Reads the parts of a document that is not an asset yet, like `readModel` or `readHat`.
 *
 * @param root element of documents (`Client.DocumentRoot`).
 * @throws NotAModel; Refused `busy`; as `readModel`
 */
export async function readUploadedModel(
  platform: ModelReading,
  document: Uint8Array,
  { root, placing }: { root: string; placing: Placing },
): Promise<Model | undefined> {
  return loadFiles(platform, 'the upload', await platform.modelReader.preview(document, root, placing))
}

async function readParts(
  platform: ModelReading,
  assetId: number,
  placing: Placing,
): Promise<Model | undefined> {
  const name = `asset ${assetId}`
  const asset = await openServed(platform, assetId)
  if (!asset) return undefined
  let isRead = false
  try {
    const written = await platform.modelReader.parts(asset.md5, placing, async () => {
      isRead = true
      const document = await bytesOf(asset, assetId)
      return isXml(document) ? document : undefined
    })
    return await loadFiles(platform, name, written)
  } catch (error) {
    if (!(error instanceof NotAModel)) throw error
    throw new CannotDraw(`The document of ${name} cannot be read: ${error.message}`)
  } finally {
    // Another caller may have read the same document.
    if (!isRead && !asset.bytes) await asset.close()
  }
}

async function loadFiles(
  platform: ModelReading,
  name: string,
  written: readonly WrittenPart[],
): Promise<Model | undefined> {
  const collector = createFileCollector(platform, name)
  const parts: ModelPart[] = []
  for (const { shape, coverings, ...part } of written) {
    const found = typeof shape === 'string' ? shape : await collector.mesh(shape)
    // Clients ignore such a part, too.
    if (found === undefined) continue
    const covered: ModelPart['coverings'][number][] = []
    for (const { picture, ...covering } of coverings) {
      const index = await collector.picture(picture)
      if (index !== undefined) covered.push({ ...covering, picture: index })
    }
    parts.push({ ...part, shape: found, coverings: covered })
  }
  return parts.length > 0 ? { parts, meshes: collector.meshes, pictures: collector.pictures } : undefined
}

/** Collects the files of a model, each once, within the limits. */
function createFileCollector(platform: ModelReading, name: string) {
  const meshes: EncodedFile[] = []
  const pictures: EncodedFile[] = []
  const indexes = new Map<string, number | undefined>()
  let bytes = 0

  const add = async (
    list: EncodedFile[],
    key: string,
    read: () => Promise<EncodedFile | undefined>,
  ): Promise<number | undefined> => {
    if (indexes.has(key)) return indexes.get(key)
    if (indexes.size >= limits.files)
      throw new CannotDraw(`The model of ${name} uses more than ${limits.files} files`)
    const file = await read()
    bytes += file?.bytes.byteLength ?? 0
    if (bytes > limits.bytes) {
      throw new CannotDraw(`The files of the model of ${name} exceed ${limits.bytes / 1_000_000} MB`)
    }
    const index = file && list.push(file) - 1
    indexes.set(key, index)
    return index
  }

  const embedded = (content: Uint8Array): EncodedFile => ({ name: `${name} itself`, bytes: content })

  return {
    meshes,
    pictures,
    mesh: ({ assetId, bytes }: Content) =>
      bytes
        ? add(meshes, `mesh in it ${indexes.size}`, async () => embedded(bytes))
        : add(meshes, `mesh ${assetId}`, async () => {
            const file = await readServed(platform, assetId)
            return file && { name: `asset ${assetId}`, bytes: file }
          }),
    picture: ({ assetId, bytes }: Content) =>
      bytes
        ? add(pictures, `picture in it ${indexes.size}`, async () => embedded(bytes))
        : add(pictures, `picture ${assetId}`, () => readTexture(platform, assetId)),
  }
}
