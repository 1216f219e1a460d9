import { ExceedsLimits } from '../drawing.ts'
import { createThreadPool } from '../thread-pool.ts'
import { NotAModel } from './document.ts'
import type { ModelContent, Reading, ReadingResult } from './reading.ts'
import type { ReadingReply } from './reading-worker.ts'

/** Limits of reading one document of 20 MB, many times what real models take. */
const limits = { cpuMs: 10_000, ms: 30_000, bytes: 256_000_000, youngBytes: 8_000_000 }

/** Worker threads that read documents, one per concurrent call. The caller limits how many there are. */
export interface ReaderPool {
  /**
   * Reads a document. Its bytes move to the worker, so the caller cannot use them any more.
   *
   * @throws NotAModel; any other error may be temporary, for example a busy machine.
   */
  read(reading: Reading): Promise<ModelContent>
  /** Ends all workers. Documents that are being read fail. */
  close(): Promise<void>
}

export function createReaderPool(script = new URL('./reading-worker.ts', import.meta.url)): ReaderPool {
  const pool = createThreadPool<Reading, ReadingReply, ReadingResult>({ limits, script, resultOf })
  return {
    async read(reading) {
      const result = await pool
        .run(reading, [reading.bytes.buffer])
        .catch((error: unknown): ReadingResult => {
          if (!(error instanceof ExceedsLimits)) throw error
          return { fault: { kind: 'size' }, message: 'This model is too large' }
        })
      if (result.fault) throw new NotAModel(result.message, result.fault)
      return result.content
    },
    close: () => pool.close(),
  }
}

function resultOf(reply: ReadingReply): ReadingResult {
  if ('error' in reply) throw new Error(reply.error)
  return reply.result
}
