import type { ReadableStream } from 'node:stream/web'
import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'

/** Types of forms. A program that sends one would publish the form instead of the file in it. */
const formTypes = /^(multipart\/|application\/x-www-form-urlencoded\b)/i

/**
 * Yields the body of a request, which is a file.
 *
 * @throws Refused `unsupported`, `invalid`: the body is empty, or ends early; `oversize`
 */
export async function* requestFile(request: Request, maxBytes: number): AsyncGenerator<Uint8Array, void> {
  if (formTypes.test(request.headers.get('content-type') ?? '')) throw new Refused('files.media_type')
  if (Number(request.headers.get('content-length')) > maxBytes) throw new Refused('places.file_too_large')
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    yield chunk
  }
  if (size === 0) throw new Refused('files.empty')
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array, void> {
  if (!body) return
  try {
    // Cancelling the body would close the connection before the client reads the response. The server drains the rest.
    yield* (body as ReadableStream<Uint8Array>).values({ preventCancel: true })
  } catch {
    throw new Refused('site.form_interrupted')
  }
}

/** Runs a verb whose file is the body of the request. Turns a problem of the field `file` into a refusal of the request. */
export async function refuseFile<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const problem = error instanceof InvalidFields ? error.problems.file : undefined
    throw problem ? new Refused(problem) : error
  }
}
