import type { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, failsIfMatch, matchesIfNoneMatch, parseRange } from '@baseplate/service/byte-range'
import type { Logger } from '@baseplate/service/log'
import { beginStream } from '@baseplate/storage/begin-stream'
import { ReceiverGone } from '@baseplate/storage/local-files/send-file'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { type Reply, responseOf } from './replies.ts'
import { logFieldsOf } from './services.ts'

/** The properties of a file that decide the response. */
interface FileVersion {
  /** Bytes. */
  size: number
  /** Strong validator, quotes included. */
  etag: string
}

/** An open file, or content that is generated while it is sent. */
interface Sendable extends FileVersion {
  /** Streams the bytes from `start` to `end`, both inclusive, or all bytes. Closes the file at its end. */
  stream(range?: ByteRange): Readable
  /** Writes a range to a stream and leaves the stream open. Present where it is faster than `stream`. Closes the file. */
  send?: ((to: Writable, range: ByteRange) => Promise<void>) | undefined
  /** Closes a file that is not read. */
  close(): Promise<void>
}

type FileContext = Context<{ Bindings: HttpBindings }>

/**
 * Sends a file, or the range of it that the request asks for.
 *
 * The file goes straight into Node's response, because a web stream would cost a large part of the throughput. If reading
 * fails, the connection is closed.
 *
 * @param headers of the file, including `Content-Type`. The headers of RFC 9110 for ranges and validators are added.
 */
export async function fileResponse(
  c: FileContext,
  file: Sendable,
  headers: Record<string, string>,
  log: Logger,
): Promise<Response> {
  const { incoming, outgoing } = c.env
  const response = plan(incoming, file, headers)
  // A pipeline to a destroyed response would never start, so nothing else would close the file.
  if (!response.range || outgoing.destroyed) {
    await file.close()
    return new Response(null, response)
  }
  const send = await prepare(file, response.range)
  outgoing.writeHead(response.status, response.headers)
  send(outgoing).then(
    () => outgoing.end(),
    (error: Error) => {
      if (!isDisconnect(error))
        log.error({ ...logFieldsOf(incoming), error: error.stack }, 'a file could not be sent')
      outgoing.destroy()
    },
  )
  return RESPONSE_ALREADY_SENT
}

/** Returns the function that sends the range. @throws FilesUnavailable while there is no response yet */
async function prepare(file: Sendable, range: ByteRange): Promise<(outgoing: Writable) => Promise<void>> {
  const { send } = file
  if (send) return (outgoing) => send(outgoing, range)
  const stream = await beginStream(file, range)
  return async (outgoing) => {
    // A pipeline to a destroyed response does not start, and leaves the stream open with its connection to the storage.
    if (outgoing.destroyed) {
      stream.destroy()
      throw new ReceiverGone('the client left before the first byte')
    }
    await pipeline(stream, outgoing, { end: false })
  }
}

/** Whether sending failed because the client disconnected, which is not logged. */
const isDisconnect = (error: Error & { code?: unknown }) =>
  error instanceof ReceiverGone || error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Returns bytes in memory as a reply, under the same rules as `fileResponse`. */
export function bytesReply(
  request: IncomingMessage,
  bytes: Buffer<ArrayBuffer>,
  etag: string,
  headers: Record<string, string>,
): Reply {
  const { range, ...reply } = plan(request, { size: bytes.length, etag }, headers)
  return { ...reply, body: range ? bytes.subarray(range.start, range.end + 1) : null }
}

/** Returns bytes in memory as a response, under the same rules as `fileResponse`. */
export const bytesResponse = (
  c: FileContext,
  bytes: Buffer<ArrayBuffer>,
  etag: string,
  headers: Record<string, string>,
): Response => responseOf(bytesReply(c.env.incoming, bytes, etag, headers))

interface PlannedResponse {
  status: number
  headers: Record<string, string>
  /** The bytes to send; undefined: the response has no body. */
  range?: ByteRange
}

/** Applies preconditions and ranges of a request (RFC 9110, sections 13 and 14). */
function plan(
  { method, headers: asked }: IncomingMessage,
  { size, etag }: FileVersion,
  { 'Content-Type': contentType = '', ...general }: Record<string, string>,
): PlannedResponse {
  const headers = { ...general, ETag: etag, 'Accept-Ranges': 'bytes' }
  if (failsIfMatch(asked['if-match'], etag)) return { status: 412, headers }
  if (matchesIfNoneMatch(asked['if-none-match'], etag)) return { status: 304, headers }
  // A client that sends `If-Range` needs the range only if its other parts are of this version.
  const ifRange = asked['if-range']
  const wanted = ifRange === undefined || ifRange === etag ? asked.range : undefined
  const requested = parseRange(wanted, size)
  if (requested === 'unsatisfiable') {
    return { status: 416, headers: { 'Content-Type': 'text/plain', 'Content-Range': `bytes */${size}` } }
  }
  const range = requested ?? { start: 0, end: size - 1 }
  const described = {
    ...headers,
    'Content-Type': contentType,
    'Content-Length': String(range.end - range.start + 1),
    ...(requested && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  }
  const status = requested ? 206 : 200
  const hasBody = method !== 'HEAD' && size > 0
  return hasBody ? { status, headers: described, range } : { status, headers: described }
}
