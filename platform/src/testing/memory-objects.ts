import type { Objects } from '@baseplate/storage/s3-files/objects'

/** A bucket in memory. */
export interface MemoryObjects extends Objects {
  stored: Map<string, Buffer>
  /** Number of reads of each object. */
  reads: Map<string, number>
}

/** Opens an empty bucket in memory. As in object storage, an object exists once its upload has ended. */
export function openMemoryObjects(): MemoryObjects {
  const stored = new Map<string, Buffer>()
  const reads = new Map<string, number>()
  return {
    stored,
    reads,
    async put(key, source) {
      const chunks: Uint8Array[] = []
      for await (const chunk of source) chunks.push(chunk)
      stored.set(key, Buffer.concat(chunks))
    },
    sizeOf: async (key) => stored.get(key)?.length,
    async *read(key, { start, end }) {
      reads.set(key, (reads.get(key) ?? 0) + 1)
      const object = stored.get(key)
      if (object === undefined) throw new Error(`there is no object ${key}`)
      if (end >= object.length) throw new Error(`the range ends behind the ${object.length} bytes of ${key}`)
      yield object.subarray(start, end + 1)
    },
    async remove(key) {
      stored.delete(key)
    },
    async *list() {
      yield [...stored.keys()]
    },
    abortUploads: async () => true,
    check: async () => {},
    addressOf: async (key, contentType, seconds) => `memory:${key}?type=${contentType}&seconds=${seconds}`,
    close: () => {},
  }
}
