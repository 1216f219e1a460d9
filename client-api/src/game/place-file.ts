import { pipeline } from 'node:stream'
import type { StoredFile } from '@baseplate/platform/foundation/files'
import { readPlaceData } from '@baseplate/platform/places/data'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, HonoRequest } from 'hono'
import { credentialsOf } from './credentials.ts'
import { type ByteRange, isKnown, parseRange } from './range.ts'

/**
 * The place file, whole or the part that `Range` asks for.
 *
 * @throws Refused `missing`, `forbidden`: see `readPlaceData`.
 */
export async function answerPlaceFile(
  platform: Pick<Platform, 'db' | 'files' | 'config' | 'log'>,
  placeId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const file = await readPlaceData(platform, placeId, credentialsOf(c.req))
  const { status, headers, part } = answerFor(c.req, file)
  // Nothing is piped to a client that has gone away meanwhile, and nothing else would close the file.
  if (!part || c.env.outgoing.destroyed) {
    await file.close()
    return new Response(null, { status, headers })
  }
  c.env.outgoing.writeHead(status, headers)
  sendPart(file, part, c.env, platform.log)
  return RESPONSE_ALREADY_SENT
}

interface Answer {
  status: number
  headers: Record<string, string>
  /** The bytes to send; none for answers without a body. */
  part?: ByteRange
}

/** What HTTP says about a request for a file (RFC 9110, sections 13 and 14). */
function answerFor(request: HonoRequest, file: StoredFile): Answer {
  const headers = {
    ETag: file.etag,
    'Last-Modified': new Date(file.modified).toUTCString(),
    'Accept-Ranges': 'bytes',
    // Clients ask each time, and are told with a 304 that what they have is the newest.
    'Cache-Control': 'no-cache',
  }
  if (isKnown(request.header('If-None-Match'), file.etag)) return { status: 304, headers }
  // With `If-Range`, a part is only of use to a client that has other parts of this very file.
  const ifRange = request.header('If-Range')
  const wanted = ifRange === undefined || ifRange === file.etag ? request.header('Range') : undefined
  const range = parseRange(wanted, file.size)
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { 'Content-Type': 'text/plain', 'Content-Range': `bytes */${file.size}` } }
  }
  const part = range ?? { start: 0, end: file.size - 1 }
  const described = {
    ...headers,
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(part.end - part.start + 1),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
  }
  const status = range ? 206 : 200
  const hasBody = request.method !== 'HEAD' && file.size > 0
  return hasBody ? { status, headers: described, part } : { status, headers: described }
}

/** Straight from the disk into Node's response, which through a web stream costs a good part of the throughput. */
function sendPart(file: StoredFile, part: ByteRange, { outgoing }: HttpBindings, log: Platform['log']): void {
  pipeline(file.stream(part), outgoing, (error) => {
    // A client that goes away is nobody's fault; the pipeline has closed the file.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      log.error({ error: error.stack }, 'a place file could not be sent')
    }
  })
}
