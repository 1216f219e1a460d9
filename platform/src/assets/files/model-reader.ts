import { NotAModel } from '@baseplate/renderer/models/document'
import type { ModelOutline } from '@baseplate/renderer/models/outline'
import type { WrittenPart } from '@baseplate/renderer/models/parts'
import { createReaderPool, type ReaderPool } from '@baseplate/renderer/models/reader-pool'
import type { ModelContent, Placing, Reading } from '@baseplate/renderer/models/reading'
import { singleFlight } from '@baseplate/service/single-flight'
import { LRUCache } from 'lru-cache'
import { createSlots } from '../../foundation/slots.ts'

/** Documents in workers at once. One may take a hundred megabytes and a second of a processor. */
const atOnce = 1

/** Documents that wait for a worker, in memory. Those of uploads and of figures have stricter limits of their own. */
const maxWaiting = 32

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/** Maximum size of all parsed documents in memory, and of one, and number of documents whose first reference is kept. */
const cache = { bytes: 32_000_000, bytesOfOne: 8_000_000, firsts: 10_000 }

/** Approximate memory of a part without its embedded files. */
const partBytes = 1_000

/** Reads documents of makers in worker threads, a few at a time. */
export interface ModelReader {
  /** Reads the outline of a document. @throws NotAModel; Refused `busy` */
  outline(bytes: Uint8Array, root: string): Promise<ModelOutline>
  /** Reads the outline and the parts of a document. @throws as `outline` */
  preview(bytes: Uint8Array, root: string, placing: Placing): Promise<WrittenPart[]>
  /**
   * Reads the parts of a stored document, once for all callers.
   *
   * @param hash of the document.
   * @param read reads the document if its parts are not known. Undefined stands for a file that is not a document.
   * @throws as `outline`; errors of `read`
   */
  parts(hash: string, placing: Placing, read: () => Promise<Uint8Array | undefined>): Promise<WrittenPart[]>
  /**
   * Reads the ids of the assets that a document refers to, in its order. A document that cannot be drawn has none.
   *
   * @param read reads the document.
   * @throws Refused `busy`; errors of `read`
   */
  references(read: () => Promise<Uint8Array>): Promise<number[]>
  /** Reads the first of `references` of a stored document, once for all callers. @param hash of the document. @throws as `references` */
  firstReference(hash: string, document: Uint8Array): Promise<number | undefined>
  /** Ends the workers. */
  close(): Promise<void>
}

type Known = { parts: WrittenPart[]; fault?: undefined } | { fault: NotAModel; parts?: undefined }

export function createModelReader(pool: ReaderPool = createReaderPool()): ModelReader {
  const slots = createSlots({ atOnce, waiting: maxWaiting, code: 'files.busy', retryAfter })
  const known = new LRUCache<string, Known>({
    maxSize: cache.bytes,
    maxEntrySize: cache.bytesOfOne,
    sizeCalculation: sizeOf,
  })

  const firsts = new LRUCache<string, { id: number | undefined }>({ max: cache.firsts })

  const read = (reading: Omit<Reading, 'bytes'>, bytes: Uint8Array): Promise<ModelContent> =>
    // The copy moves to the worker, and exists only while the document has a slot.
    slots.run(() => pool.read({ ...reading, bytes: new Uint8Array(bytes) }))

  const partsShared = singleFlight(
    async (_key: string, placing: Placing, source: () => Promise<Uint8Array | undefined>): Promise<Known> => {
      const bytes = await source()
      if (!bytes) return { parts: [] }
      try {
        return { parts: (await read({ placing }, bytes)).parts ?? [] }
      } catch (error) {
        if (error instanceof NotAModel) return { fault: error }
        throw error
      }
    },
  )

  const references = (source: () => Promise<Uint8Array>): Promise<number[]> =>
    slots.run(async () => drawnReferences(pool, new Uint8Array(await source())))

  return {
    references,
    async firstReference(hash, document) {
      const known = firsts.get(hash) ?? { id: (await references(async () => document))[0] }
      firsts.set(hash, known)
      return known.id
    },
    async outline(bytes, root) {
      const { outline } = await read({ root }, bytes)
      return outline ?? { classes: [], addresses: [] }
    },
    async preview(bytes, root, placing) {
      return (await read({ root, placing }, bytes)).parts ?? []
    },
    async parts(hash, placing, source) {
      const key = `${placing} ${hash}`
      const found = known.get(key) ?? (await partsShared(key, placing, source))
      known.set(key, found)
      if (found.fault) throw found.fault
      return found.parts
    },
    close: () => pool.close(),
  }
}

async function drawnReferences(pool: ReaderPool, bytes: Uint8Array<ArrayBuffer>): Promise<number[]> {
  try {
    return (await pool.read({ references: true, bytes })).references ?? []
  } catch (error) {
    if (error instanceof NotAModel) return []
    throw error
  }
}

function sizeOf({ parts = [] }: Known): number {
  let bytes = partBytes
  for (const { shape, coverings } of parts) {
    bytes += partBytes + (typeof shape === 'string' ? 0 : (shape.bytes?.byteLength ?? 0))
    for (const { picture } of coverings) bytes += picture.bytes?.byteLength ?? 0
  }
  return bytes
}
