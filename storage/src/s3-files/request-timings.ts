import type { S3Client } from '@aws-sdk/client-s3'
import { Timings } from '@baseplate/service/timings'

/** Requests of this process to object storage by operation, such as `get_object`, until the head of the response. */
export const objectTimings = new Timings()

/** Statuses that are answers, not failures: no such object, and a condition that does not hold. */
const answers = new Set([404, 409, 412])

/** Records each request of a client, and each retry as a request of its own. */
export function timeRequests(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = 'other' }) =>
      async (request) => {
        const started = performance.now()
        const record = (failed: boolean) =>
          objectTimings.observe(operationOf(commandName), performance.now() - started, failed)
        try {
          const result = await next(request)
          record(false)
          return result
        } catch (error) {
          record(!answers.has(statusOf(error)))
          throw error
        }
      },
    // Inside the middleware that retries, and outside the one that turns responses into errors.
    { step: 'deserialize', priority: 'high', name: 'timeRequests' },
  )
}

/** Writes `GetObjectCommand` as `get_object`. */
const operationOf = (commandName: string): string =>
  commandName
    .replace(/Command$/, '')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
