import { type Transferable, Worker } from 'node:worker_threads'
import { ExceedsLimits } from './drawing.ts'

export interface ThreadLimits {
  /** Processor time per task. Unlike elapsed time, it does not depend on how busy the machine is. */
  cpuMs: number
  /** Elapsed time since a worker received the task. */
  ms: number
  /** Memory of a worker without its code. */
  bytes: number
  /** Memory for young objects. More of it saves processor time where most objects die young. */
  youngBytes: number
}

/** Worker threads. They start on demand, one per concurrent task, and end after a period without work. */
export interface ThreadPool<Task, Result> {
  /**
   * @param moved buffers of the task that move to the worker instead of being copied
   * @throws ExceedsLimits for a task that exceeds its processor time or memory; any error of `resultOf`. Other errors may be
   * temporary, for example a busy machine.
   */
  run(task: Task, moved?: readonly Transferable[]): Promise<Result>
  /** Ends all workers. Tasks in progress fail. */
  close(): Promise<void>
}

interface PoolOptions<Reply, Result> {
  limits: ThreadLimits
  /** Code of the workers: it must reply to each `Task` with one `Reply`. */
  script: URL
  /** Returns the result in a reply. When it throws, the worker is ended. */
  resultOf: (reply: Reply) => Result
  /** Idle time after which workers are ended. */
  idleMs?: number | undefined
}

/** How often memory and processor time are checked. V8 limits only its own heap, not the pixels outside it. */
const checkEveryMs = 100

/** The worker ended before it replied. */
class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

export const createThreadPool = <Task, Reply, Result>(
  options: PoolOptions<Reply, Result>,
): ThreadPool<Task, Result> => new Threads(options)

class Threads<Task, Reply, Result> implements ThreadPool<Task, Result> {
  readonly #limits: ThreadLimits
  readonly #script: URL
  readonly #resultOf: (reply: Reply) => Result
  readonly #idleMs: number
  /** Workers without work. A worker that is being ended is not listed. */
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor({ limits, script, resultOf, idleMs = 30_000 }: PoolOptions<Reply, Result>) {
    this.#limits = limits
    this.#script = script
    this.#resultOf = resultOf
    this.#idleMs = idleMs
  }

  async run(task: Task, moved: readonly Transferable[] = []): Promise<Result> {
    const idle = this.#idle.pop()
    if (!idle) return this.#runWith(this.#start(), task, moved)
    try {
      return await this.#runWith(idle, task, moved)
    } catch (error) {
      // The worker may have ended while it was idle, before its exit event arrived. The buffers that moved to it are lost.
      if (this.#closed || moved.length > 0 || !(error instanceof WorkerEnded)) throw error
      return this.#runWith(this.#start(), task, moved)
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
        maxYoungGenerationSizeMb: this.#limits.youngBytes / 1_048_576,
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

  async #runWith(worker: Worker, task: Task, moved: readonly Transferable[]): Promise<Result> {
    worker.ref()
    try {
      const result = this.#resultOf(await request<Task, Reply>(worker, task, moved, this.#limits))
      // The worker may have ended right after its reply.
      if (this.#all.has(worker)) this.#idle.push(worker)
      this.#endIdleLater()
      return result
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

/** Sends a task to a worker. Rejects if the worker fails or exceeds a limit; the caller ends it then. */
function request<Task, Reply>(
  worker: Worker,
  task: Task,
  moved: readonly Transferable[],
  limits: ThreadLimits,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const tooLarge = new ExceedsLimits(`It needs more than ${limits.bytes / 1_000_000} MB`)
  const tooLong = new ExceedsLimits(`It takes longer than ${limits.cpuMs / 1000} s of a processor`)
  const timeout = setTimeout(
    () => reject(new Error(`It was not done within ${limits.ms / 1000} s: the machine may be busy`)),
    limits.ms,
  )
  /** Microseconds that the worker had spent at the first check: on its start, earlier tasks and the beginning of this one. */
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
  worker.postMessage(task, moved)
  return promise.finally(() => {
    clearTimeout(timeout)
    clearInterval(usageTimer)
    worker.off('message', resolve)
    worker.off('error', onError)
    worker.off('exit', onExit)
  })
}
