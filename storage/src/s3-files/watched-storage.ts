import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { second } from '@baseplate/service/clock'
import { userAgentOf } from '@baseplate/service/user-agent'
import type { S3Location } from './location.ts'

/** A request without the head of its response for this long is a reason to check whether the storage answers at all. */
const suspiciousMs = 2 * second

/** Storage that does not answer a check in this time is considered unavailable. */
const answerMs = 3 * second

const intervalMs = second / 2

/**
 * Notices that storage has stopped answering without closing its connections. Then it fails the requests that wait, and refuses
 * new ones at once, until the storage answers again. The limits of sockets alone would let requests hang for more than a minute.
 */
class WatchedStorage {
  readonly #answers: () => Promise<boolean>
  /** Times since when requests wait, by the function that fails them. */
  readonly #waiting = new Map<(error: Error) => void, number>()
  readonly #timer: NodeJS.Timeout
  #isChecking = false
  /** When the storage last answered a check. */
  #answered = Number.NEGATIVE_INFINITY
  #isAway = false

  /** @param answers whether the storage answers a check, with whatever status */
  constructor(answers: () => Promise<boolean>) {
    this.#answers = answers
    this.#timer = setInterval(() => void this.#watch(), intervalMs)
    this.#timer.unref()
  }

  /** Sends a request, and fails when the storage stops answering meanwhile. */
  async send<T>(request: () => Promise<T>): Promise<T> {
    if (this.#isAway) throw doesNotAnswer()
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    this.#waiting.set(fail, performance.now())
    try {
      return await Promise.race([request(), failed])
    } finally {
      this.#waiting.delete(fail)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #watch(): Promise<void> {
    if (this.#isChecking) return
    const oldest = performance.now() - suspiciousMs
    if (!this.#isAway && (this.#answered > oldest || !this.#waiting.values().some((since) => since < oldest)))
      return
    this.#isChecking = true
    const answers = await this.#answers()
    this.#isChecking = false
    if (answers) this.#answered = performance.now()
    this.#isAway = !answers
    if (answers) return
    for (const fail of this.#waiting.keys()) fail(doesNotAnswer())
  }
}

const doesNotAnswer = () => new Error('the storage does not answer')

/** Sends each request of a client, and each retry, through a watch. Returns a function that ends it. */
export function watchRequests(client: S3Client, { bucket, pathStyle }: S3Location): () => void {
  // With connections of its own, because those of the other client may all be waiting.
  const checking = new S3Client({
    forcePathStyle: pathStyle,
    maxAttempts: 1,
    customUserAgent: userAgentOf('Storage'),
  })
  const watch = new WatchedStorage(() => answers(checking, bucket))
  client.middlewareStack.add((next) => (request) => watch.send(() => next(request)), {
    // Inside the middleware that times requests, so that these failures are counted.
    step: 'deserialize',
    priority: 'low',
    name: 'watchRequests',
  })
  return () => {
    watch.close()
    checking.destroy()
  }
}

/** Whether storage answers a request in time, with whatever status. */
async function answers(client: S3Client, bucket: string): Promise<boolean> {
  const began = performance.now()
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), {
      abortSignal: AbortSignal.timeout(answerMs),
    })
    return true
  } catch {
    const took = performance.now() - began
    // Refusals are answers. A process that was paused itself has learned nothing.
    return took < answerMs || took > answerMs + second
  }
}
