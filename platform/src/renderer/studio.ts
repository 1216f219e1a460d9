import { Worker } from 'node:worker_threads'
import { CannotDraw, type Drawing, type Pictures } from './drawing.ts'
import type { Answer } from './worker.ts'

export interface DrawingLimits {
  /** From the moment it is handed to a worker. */
  ms: number
  /** Of a worker, beside the code that it runs. */
  bytes: number
}

/** Threads that draw, as many at once as there are; they come with the work, and go when there is none for a while. */
export interface Studio {
  /** @throws CannotDraw for what never succeeds, also for more time or memory than a drawing may take */
  draw(drawing: Drawing): Promise<Pictures>
  /** Whatever is being drawn fails. */
  close(): Promise<void>
}

const idleMs = 30_000

/** How often is looked at what a worker takes: the engine bounds its own heap, and not the pixels beside it. */
const weighEveryMs = 100

/**
 * @param script of the workers: it answers each `Drawing` that it is sent with one `Answer`.
 */
export function createStudio(
  limits: DrawingLimits,
  script = new URL('./worker.ts', import.meta.url),
): Studio {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let rest: NodeJS.Timeout | undefined

  const hire = (): Worker => {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.bytes / 1_048_576, maxYoungGenerationSizeMb: 32 },
    })
    worker.unref()
    all.add(worker)
    // One that comes while nothing is drawn, as while it is being ended, is nobody's.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    return worker
  }

  /** Idle workers go, once nothing has come for a while. */
  const restLater = () => {
    clearTimeout(rest)
    rest = setTimeout(() => {
      for (const worker of idle) void worker.terminate()
    }, idleMs)
    rest.unref()
  }

  return {
    async draw(drawing) {
      const worker = idle.pop() ?? hire()
      worker.ref()
      try {
        const answer = await ask(worker, drawing, limits)
        if ('error' in answer) throw new Error(answer.error)
        if ('cannotDraw' in answer) throw new CannotDraw(answer.cannotDraw)
        idle.push(worker)
        restLater()
        return answer.pictures
      } catch (error) {
        // Who knows in what state it is in.
        void worker.terminate()
        throw error
      } finally {
        worker.unref()
      }
    },
    async close() {
      clearTimeout(rest)
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function ask(worker: Worker, drawing: Drawing, limits: DrawingLimits): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const tooLarge = new CannotDraw(`It needs more than ${limits.bytes / 1_000_000} MB`)
  const patience = setTimeout(
    () => reject(new CannotDraw(`It takes longer than ${limits.ms / 1000} s`)),
    limits.ms,
  )
  const scales = setInterval(async () => {
    const weight = await worker.getHeapStatistics().catch(() => undefined)
    if (weight && weight.used_heap_size + weight.external_memory > limits.bytes) reject(tooLarge)
  }, weighEveryMs)
  const failed = (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : error)
  const ended = () => reject(new Error('The thread that draws has ended'))
  worker.once('message', resolve)
  worker.once('error', failed)
  worker.once('exit', ended)
  worker.postMessage(drawing)
  return promise.finally(() => {
    clearTimeout(patience)
    clearInterval(scales)
    worker.off('message', resolve)
    worker.off('error', failed)
    worker.off('exit', ended)
  })
}
