import type { Chunks } from '@baseplate/storage/received-file'

/** Reads a source part by part. */
interface PartReader {
  /** Returns the next part, which must be read to its end before the one after it; undefined: the source has ended or failed. */
  next(): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Error of the source. The bytes before it are a part. */
  readonly failure: unknown
}

export function createPartReader(source: Chunks, partBytes: number): PartReader {
  const chunks = iterate(source)
  let rest: Uint8Array | undefined
  let failure: unknown

  async function take(): Promise<Uint8Array | undefined> {
    if (rest) return rest
    try {
      const { done, value } = await chunks.next()
      rest = done ? undefined : value
    } catch (error) {
      failure = error
    }
    return rest
  }

  async function* part() {
    for (let left = partBytes; left > 0; ) {
      const chunk = await take()
      if (!chunk) return
      const now = chunk.subarray(0, left)
      rest = chunk.length > left ? chunk.subarray(left) : undefined
      left -= now.length
      yield now
    }
  }

  return {
    next: async () => ((await take()) ? part() : undefined),
    get failure() {
      return failure
    },
  }
}

async function* iterate(source: Chunks): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) if (chunk.length > 0) yield chunk
}
