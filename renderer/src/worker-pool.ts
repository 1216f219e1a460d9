import { Worker } from 'node:worker_threads'
import { CannotDraw, type Drawing, type Drawn, ExceedsLimits } from './drawing.ts'
import type { Answer } from './worker.ts'

export interface DrawingLimits {
  /** Time of a processor: however busy the machine is, a drawing takes as much. */
  cpuMs: number
  /** From the moment it is handed to a worker. */
  ms: number
  /** Of a worker, beside the code that it runs. */
  bytes: number
}

/** Threads that draw, as many at once as there are; they come with the work, and go when there is none for a while. */
export interface WorkerPool {
  /**
   * @throws CannotDraw for what never succeeds; ExceedsLimits for more processor time or memory than a drawing may take; any
   * other error may pass, such as a machine that is too busy.
   */
  draw(drawing: Drawing): Promise<Drawn>
  /** Whatever is being drawn fails. */
  close(): Promise<void>
}

/** How often is looked at what a worker takes: the engine bounds its own heap, and not the pixels beside it. */
const weighEveryMs = 100

/** A worker that ended before it answered. */
class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/**
 * @param script of the workers: it answers each `Drawing` that it is sent with one `Answer`.
 * @param idleMs after which workers without work are ended.
 */
export function createWorkerPool(
  limits: DrawingLimits,
  script = new URL('./worker.ts', import.meta.url),
  idleMs = 30_000,
): WorkerPool {
  /** Workers that wait for work. One that is being ended is not among them. */
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let rest: NodeJS.Timeout | undefined
  let closed = false

  const forget = (worker: Worker) => {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  }

  const hire = (): Worker => {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.bytes / 1_048_576, maxYoungGenerationSizeMb: 32 },
    })
    worker.unref()
    all.add(worker)
    // An error ends a worker, also one that draws nothing at the moment.
    worker.on('error', () => forget(worker))
    worker.once('exit', () => {
      all.delete(worker)
      forget(worker)
    })
    return worker
  }

  /** Ends idle workers, once nothing has come for a while. */
  const restLater = () => {
    clearTimeout(rest)
    rest = setTimeout(() => {
      for (const worker of idle.splice(0)) void worker.terminate()
    }, idleMs)
    rest.unref()
  }

  const drawWith = async (worker: Worker, drawing: Drawing): Promise<Drawn> => {
    worker.ref()
    try {
      const answer = await ask(worker, drawing, limits)
      if ('error' in answer) throw new Error(answer.error)
      if ('cannotDraw' in answer) throw new CannotDraw(answer.cannotDraw)
      // It may have ended right after its answer.
      if (all.has(worker)) idle.push(worker)
      restLater()
      return answer.drawn
    } catch (error) {
      // Nobody knows in what state it is in.
      void worker.terminate()
      throw error
    } finally {
      worker.unref()
    }
  }

  return {
    async draw(drawing) {
      const rested = idle.pop()
      if (!rested) return drawWith(hire(), drawing)
      try {
        return await drawWith(rested, drawing)
      } catch (error) {
        // It may have ended while it was idle, and nobody has heard of that yet.
        if (closed || !(error instanceof WorkerEnded)) throw error
        return drawWith(hire(), drawing)
      }
    },
    async close() {
      closed = true
      clearTimeout(rest)
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function ask(worker: Worker, drawing: Drawing, limits: DrawingLimits): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const tooLarge = new ExceedsLimits(`It needs more than ${limits.bytes / 1_000_000} MB`)
  const tooLong = new ExceedsLimits(`It takes longer than ${limits.cpuMs / 1000} s of a processor`)
  const patience = setTimeout(
    () => reject(new Error(`It was not drawn within ${limits.ms / 1000} s: the machine may be busy`)),
    limits.ms,
  )
  /** Microseconds that its earlier drawings and its start have taken. */
  let before: number | undefined
  const weigh = async () => {
    const [{ used_heap_size, external_memory }, { user, system }] = await Promise.all([
      worker.getHeapStatistics(),
      worker.cpuUsage(),
    ])
    before ??= user + system
    if (used_heap_size + external_memory > limits.bytes) reject(tooLarge)
    if (user + system - before > limits.cpuMs * 1_000) reject(tooLong)
  }
  // A worker that has ended has nothing to weigh.
  const scales = setInterval(() => void weigh().catch(() => {}), weighEveryMs)
  const failed = (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : error)
  const ended = () => reject(new WorkerEnded('The thread that draws has ended'))
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
