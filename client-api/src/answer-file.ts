import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, isAnother, isKnown, parseRange } from '@baseplate/platform/foundation/byte-range'
import type { Logger } from '@baseplate/platform/foundation/log'
import { ReceiverGone } from '@baseplate/platform/foundation/send-file'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, HonoRequest } from 'hono'
import { loggedAbout } from './serving.ts'

/** What HTTP has to know of a file to answer any request for it. */
interface Described {
  /** Bytes. */
  size: number
  /** Strong validator, quotes included. */
  etag: string
}

/** A file that is open, or made while it is sent. */
export interface Sendable extends Described {
  /** The bytes from `start` to `end`, both inclusive; all of them when absent. Closes the file at its end. */
  stream(range?: ByteRange): Readable
  /** Writes the same into a socket, without ending it, where that is quicker. Closes the file at its end. */
  send?(to: Writable, range: ByteRange): Promise<void>
  /** For those who do not read it after all. */
  close(): Promise<void>
}

type FileContext = Context<{ Bindings: HttpBindings }>

/**
 * Answers a file, whole or the part that `Range` asks for, straight from the disk into Node's response: through a web
 * stream it costs a good part of the throughput. Where it breaks off, so does the connection.
 *
 * @param headers of the file, `Content-Type` among them; those of RFC 9110 about parts and versions are added.
 */
export async function answerFile(
  c: FileContext,
  file: Sendable,
  headers: Record<string, string>,
  log: Logger,
): Promise<Response> {
  const { outgoing } = c.env
  const answer = answerFor(c.req, file, headers)
  // Nothing is piped to a client that has gone away meanwhile, and nothing else would close the file.
  if (!answer.part || outgoing.destroyed) {
    await file.close()
    return new Response(null, answer)
  }
  outgoing.writeHead(answer.status, answer.headers)
  send(file, answer.part, outgoing).then(
    () => outgoing.end(),
    (error: Error) => {
      if (!hasLeft(error)) log.error({ ...loggedAbout(c), error: error.stack }, 'a file could not be sent')
      outgoing.destroy()
    },
  )
  return RESPONSE_ALREADY_SENT
}

const send = (file: Sendable, part: ByteRange, outgoing: Writable): Promise<void> =>
  file.send ? file.send(outgoing, part) : pipeline(file.stream(part), outgoing, { end: false })

/** A client that goes away is nobody's fault. */
const hasLeft = (error: Error & { code?: unknown }) =>
  error instanceof ReceiverGone || error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** As `answerFile`, for bytes that are in memory. */
export function answerBytes(
  c: FileContext,
  bytes: Buffer<ArrayBuffer>,
  etag: string,
  headers: Record<string, string>,
): Response {
  const { part, ...answer } = answerFor(c.req, { size: bytes.length, etag }, headers)
  return new Response(part ? bytes.subarray(part.start, part.end + 1) : null, answer)
}

interface Answer {
  status: number
  headers: Record<string, string>
  /** The bytes to send; none for answers without a body. */
  part?: ByteRange
}

/** What HTTP says about a request for a file (RFC 9110, sections 13 and 14). */
function answerFor(
  request: HonoRequest,
  { size, etag }: Described,
  { 'Content-Type': contentType = '', ...general }: Record<string, string>,
): Answer {
  const headers = { ...general, ETag: etag, 'Accept-Ranges': 'bytes' }
  if (isAnother(request.header('If-Match'), etag)) return { status: 412, headers }
  if (isKnown(request.header('If-None-Match'), etag)) return { status: 304, headers }
  // With `If-Range`, a part is only of use to a client that has other parts of this very file.
  const ifRange = request.header('If-Range')
  const wanted = ifRange === undefined || ifRange === etag ? request.header('Range') : undefined
  const range = parseRange(wanted, size)
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { 'Content-Type': 'text/plain', 'Content-Range': `bytes */${size}` } }
  }
  const part = range ?? { start: 0, end: size - 1 }
  const described = {
    ...headers,
    'Content-Type': contentType,
    'Content-Length': String(part.end - part.start + 1),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  }
  const status = range ? 206 : 200
  const hasBody = request.method !== 'HEAD' && size > 0
  return hasBody ? { status, headers: described, part } : { status, headers: described }
}
