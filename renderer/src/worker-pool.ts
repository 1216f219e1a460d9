import { Worker } from 'node:worker_threads'
import { CannotDraw, type Drawing, type Drawn, ExceedsLimits } from './drawing.ts'
import type { Reply } from './worker.ts'

export interface DrawingLimits {
  /** Processor time per drawing. Unlike elapsed time, it does not depend on how busy the machine is. */
  cpuMs: number
  /** Elapsed time since a worker received the drawing. */
  ms: number
  /** Memory of a worker without its code. */
  bytes: number
}

/** Worker threads that draw. They start on demand, one per concurrent drawing, and end after a period without work. */
export interface WorkerPool {
  /**
   * @throws CannotDraw for a drawing that can never succeed; ExceedsLimits for one that exceeds its processor time or memory. Any
   * other error may be temporary, for example a busy machine.
   */
  draw(drawing: Drawing): Promise<Drawn>
  /** Ends all workers. Drawings in progress fail. */
  close(): Promise<void>
}

/** How often memory and processor time are checked. V8 limits only its own heap, not the pixels outside it. */
const checkEveryMs = 100

/** The worker ended before it replied. */
class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/**
 * @param script Code of the workers: it must reply to each `Drawing` with one `Reply`.
 * @param idleMs Idle time after which workers are ended.
 */
export const createWorkerPool = (
  limits: DrawingLimits,
  script = new URL('./worker.ts', import.meta.url),
  idleMs = 30_000,
): WorkerPool => new ThreadPool(limits, script, idleMs)

class ThreadPool implements WorkerPool {
  readonly #limits: DrawingLimits
  readonly #script: URL
  readonly #idleMs: number
  /** Workers without work. A worker that is being ended is not listed. */
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(limits: DrawingLimits, script: URL, idleMs: number) {
    this.#limits = limits
    this.#script = script
    this.#idleMs = idleMs
  }

  async draw(drawing: Drawing): Promise<Drawn> {
    const idle = this.#idle.pop()
    if (!idle) return this.#drawWith(this.#start(), drawing)
    try {
      return await this.#drawWith(idle, drawing)
    } catch (error) {
      // The worker may have ended while it was idle, before its exit event arrived.
      if (this.#closed || !(error instanceof WorkerEnded)) throw error
      return this.#drawWith(this.#start(), drawing)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #start(): Worker {
    const worker = new Worker(this.#script, {
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.bytes / 1_048_576,
        maxYoungGenerationSizeMb: 32,
      },
    })
    worker.unref()
    this.#all.add(worker)
    // Without this listener, an error of an idle worker would end the process.
    worker.on('error', () => this.#removeIdle(worker))
    worker.once('exit', () => {
      this.#all.delete(worker)
      this.#removeIdle(worker)
    })
    return worker
  }

  async #drawWith(worker: Worker, drawing: Drawing): Promise<Drawn> {
    worker.ref()
    try {
      const reply = await request(worker, drawing, this.#limits)
      if ('error' in reply) throw new Error(reply.error)
      if ('cannotDraw' in reply) throw new CannotDraw(reply.cannotDraw)
      // The worker may have ended right after its reply.
      if (this.#all.has(worker)) this.#idle.push(worker)
      this.#endIdleLater()
      return reply.drawn
    } catch (error) {
      // The state of the worker is unknown after a failure.
      void worker.terminate()
      throw error
    } finally {
      worker.unref()
    }
  }

  #removeIdle(worker: Worker): void {
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
  }

  #endIdleLater(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      for (const worker of this.#idle.splice(0)) void worker.terminate()
    }, this.#idleMs)
    this.#idleTimer.unref()
  }
}

/** Sends a drawing to a worker. Rejects if the worker fails or exceeds a limit; the caller ends it then. */
function request(worker: Worker, drawing: Drawing, limits: DrawingLimits): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const tooLarge = new ExceedsLimits(`It needs more than ${limits.bytes / 1_000_000} MB`)
  const tooLong = new ExceedsLimits(`It takes longer than ${limits.cpuMs / 1000} s of a processor`)
  const timeout = setTimeout(
    () => reject(new Error(`It was not drawn within ${limits.ms / 1000} s: the machine may be busy`)),
    limits.ms,
  )
  /** Microseconds that the worker had spent at the first check: on its start, earlier drawings and the beginning of this one. */
  let cpuBefore: number | undefined
  const checkUsage = async () => {
    const [{ used_heap_size, external_memory }, { user, system }] = await Promise.all([
      worker.getHeapStatistics(),
      worker.cpuUsage(),
    ])
    cpuBefore ??= user + system
    if (used_heap_size + external_memory > limits.bytes) reject(tooLarge)
    if (user + system - cpuBefore > limits.cpuMs * 1_000) reject(tooLong)
  }
  // Both calls reject once the worker has ended, which the exit event reports.
  const usageTimer = setInterval(() => void checkUsage().catch(() => {}), checkEveryMs)
  const onError = (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : error)
  const onExit = () => reject(new WorkerEnded('The worker thread ended before it replied'))
  worker.once('message', resolve)
  worker.once('error', onError)
  worker.once('exit', onExit)
  worker.postMessage(drawing)
  return promise.finally(() => {
    clearTimeout(timeout)
    clearInterval(usageTimer)
    worker.off('message', resolve)
    worker.off('error', onError)
    worker.off('exit', onExit)
  })
}
