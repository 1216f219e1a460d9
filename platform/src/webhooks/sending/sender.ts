import { Worker } from 'node:worker_threads'
import { second } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import type { Batch, Responses } from './deliver.ts'
import type { Order, Reply, ThreadOptions } from './thread.ts'

const patienceMs = 10 * second

/** The thread ends after this time without work. */
const idleMs = 30 * second

/** Sends batches of deliveries in a thread, which starts on demand. */
export interface WebhookSender {
  /** Returns the results of the requests that were made. After `endRequests`, these may be none. */
  send(batch: Omit<Batch, 'patienceMs'>): Promise<Responses>
  /** Ends requests in progress when the process stops. */
  endRequests(): void
  /** Aborted by `endRequests`. */
  closing: AbortSignal
  /** Time for a receiver to respond. */
  patienceMs: number
  close(): Promise<void>
}

export const createWebhookSender = ({ Webhooks }: Pick<Config, 'Webhooks'>): WebhookSender =>
  new ThreadSender({ allowPrivateNetwork: Webhooks.AllowPrivateNetwork })

interface Waiting {
  resolve(responses: Responses): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  /** Batches in progress, by number. */
  waiting: Map<number, Waiting>
}

class ThreadSender implements WebhookSender {
  patienceMs = patienceMs
  readonly #options: ThreadOptions
  readonly #closing = new AbortController()
  #thread: Thread | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #last = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  get closing(): AbortSignal {
    return this.#closing.signal
  }

  send(batch: Omit<Batch, 'patienceMs'>): Promise<Responses> {
    if (this.closing.aborted) return Promise.resolve(new Map())
    clearTimeout(this.#idleTimer)
    this.#thread ??= this.#start()
    const { worker, waiting } = this.#thread
    const { promise, resolve, reject } = Promise.withResolvers<Responses>()
    const number = ++this.#last
    waiting.set(number, { resolve, reject })
    worker.ref()
    worker.postMessage({ number, batch: { ...batch, patienceMs: this.patienceMs } } satisfies Order)
    return promise
  }

  endRequests(): void {
    this.#closing.abort()
    this.#thread?.worker.postMessage('close' satisfies Order)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await this.#thread?.worker.terminate()
  }

  #start(): Thread {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#options })
    const thread: Thread = { worker, waiting: new Map() }
    const end = (error: Error) => {
      if (this.#thread === thread) this.#thread = undefined
      for (const { reject } of thread.waiting.values()) reject(error)
      thread.waiting.clear()
    }
    worker.on('message', (reply: Reply) => this.#settle(thread, reply))
    worker.on('error', end)
    worker.once('exit', () => end(new Error('The thread that sends webhooks ended')))
    return thread
  }

  #settle(thread: Thread, { number, responses }: Reply): void {
    thread.waiting.get(number)?.resolve(responses)
    thread.waiting.delete(number)
    if (thread.waiting.size > 0) return
    thread.worker.unref()
    this.#idleTimer = setTimeout(() => {
      this.#thread = undefined
      void thread.worker.terminate()
    }, idleMs)
    this.#idleTimer.unref()
  }
}
