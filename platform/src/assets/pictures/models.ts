import { CannotDraw, type EncodedFile, type Model, type ModelPart } from '@baseplate/renderer/drawing'
import type { Content } from '@baseplate/renderer/models/content'
import { NotAModel } from '@baseplate/renderer/models/document'
import { hatPartsOf } from '@baseplate/renderer/models/hat-parts'
import { type ModelObject, readObjects } from '@baseplate/renderer/models/objects'
import { partsOf, type WrittenPart } from '@baseplate/renderer/models/parts'
import { hexOf } from '@baseplate/renderer/palette'
import { upright } from '@baseplate/renderer/space'
import type { AssetFiles } from '../files/asset-files.ts'
import { isXml } from '../rules.ts'
import { readServed, readTexture } from './textures.ts'

/** Limits of one model, so that a worker can draw it. */
const limits = { parts: 2_000, files: 64, bytes: 60_000_000 }

/** Light stone grey, the colour of the figures that show clothes. */
const plainHex = hexOf(208)

type Reading = { assetFiles: AssetFiles }

/** Reads a mesh asset. Returns undefined when it is missing or moderated. @throws as `readModel` */
export async function readMesh(platform: Reading, assetId: number): Promise<Model | undefined> {
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
export const readModel = (platform: Reading, assetId: number): Promise<Model | undefined> =>
  readParts(platform, assetId, partsOf)

/** Reads a hat like `readModel`, relative to the middle of the head that wears it. */
export const readHat = (platform: Reading, assetId: number): Promise<Model | undefined> =>
  readParts(platform, assetId, hatPartsOf)

/** Reads the parts of a hat whose document is not an asset yet, like `readHat`. @throws as `readModel` */
export const readHatDocument = (platform: Reading, document: Buffer): Promise<Model | undefined> =>
  readDocument(platform, document, 'the upload', hatPartsOf)

/** Reads the visible parts of a model whose document is not an asset yet, like `readModel`. @throws as `readModel` */
export const readModelDocument = (platform: Reading, document: Buffer): Promise<Model | undefined> =>
  readDocument(platform, document, 'the upload', partsOf)

type Select = (objects: readonly ModelObject[]) => WrittenPart[]

async function readParts(platform: Reading, assetId: number, select: Select): Promise<Model | undefined> {
  const document = await readServed(platform, assetId)
  if (!document || !isXml(document)) return undefined
  return readDocument(platform, document, `asset ${assetId}`, select)
}

async function readDocument(
  platform: Reading,
  document: Buffer,
  name: string,
  select: Select,
): Promise<Model | undefined> {
  const written = select(await objectsOf(document, name))
  if (written.length > limits.parts) {
    throw new CannotDraw(`The model of ${name} has more than ${limits.parts} parts`)
  }
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

async function objectsOf(document: Buffer, name: string): Promise<ModelObject[]> {
  try {
    return await readObjects(document)
  } catch (error) {
    if (error instanceof NotAModel)
      throw new CannotDraw(`The document of ${name} cannot be read: ${error.message}`)
    throw error
  }
}

/** Collects the files of a model, each once, within the limits. */
function createFileCollector(platform: Reading, name: string) {
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
