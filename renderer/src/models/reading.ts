import { findReferences } from './content.ts'
import { type ModelFault, NotAModel } from './document.ts'
import { hatPartsOf } from './hat-parts.ts'
import { type ModelObject, readObjects } from './objects.ts'
import { type ModelOutline, readOutline } from './outline.ts'
import { partsOf, type WrittenPart } from './parts.ts'

/** Where the parts of a model are placed: as written, or relative to the centre of the head that wears it. */
export type Placing = 'model' | 'hat'

/** A document, and the contents that the caller wants. */
export interface Reading {
  bytes: Uint8Array<ArrayBuffer>
  /** Name of the root element. With it, the outline is read. */
  root?: string | undefined
  /** With it, the parts are read. */
  placing?: Placing | undefined
  /** Whether the references to assets are read. */
  references?: boolean | undefined
}

/** The contents of a document that the caller wants. */
export interface ModelContent {
  outline?: ModelOutline
  parts?: WrittenPart[]
  /** Ids of assets that properties refer to, in the order of the document. */
  references?: number[]
}

/** Result of reading a document of a stranger. */
export type ReadingResult =
  | { content: ModelContent; fault?: undefined }
  | { fault: ModelFault; message: string; content?: undefined }

const selectors = { model: partsOf, hat: hatPartsOf } as const

/** Maximum number of parts that are drawn. More would take the thread of the caller as well, which receives them. */
const maxParts = 2_000

/** Reads a document. A document that is not a model is a result, and not an error. */
export async function readModelContent({
  bytes,
  root,
  placing,
  references,
}: Reading): Promise<ReadingResult> {
  try {
    const content: ModelContent = {}
    if (root !== undefined) content.outline = await readOutline(bytes, root)
    if (placing !== undefined) content.parts = await readParts(bytes, placing)
    if (references) content.references = referencesOf(await readObjects(bytes))
    return { content }
  } catch (error) {
    if (error instanceof NotAModel) return { fault: error.fault, message: error.message }
    throw error
  }
}

async function readParts(bytes: Uint8Array, placing: Placing): Promise<WrittenPart[]> {
  const parts = selectors[placing](await readObjects(bytes))
  if (parts.length > maxParts)
    throw new NotAModel(`This model has more than ${maxParts} parts`, { kind: 'size' })
  return parts
}

/** Lists the assets that objects refer to. It reads the same texts as the parts that are drawn. */
function referencesOf(objects: readonly ModelObject[]): number[] {
  const found = new Set<number>()
  for (const { properties, children } of objects) {
    for (const text of properties.values()) for (const { id } of findReferences(text)) found.add(id)
    for (const id of referencesOf(children)) found.add(id)
  }
  return [...found]
}
