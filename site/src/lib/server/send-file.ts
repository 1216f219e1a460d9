import { Readable } from 'node:stream'
import { failsIfMatch, matchesIfNoneMatch, parseRange } from '@baseplate/service/byte-range'
import { beginStream } from '@baseplate/storage/begin-stream'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { RequestEvent } from '@sveltejs/kit'

/**
 * Sends a stored file, or the range of it that the request asks for (RFC 9110, sections 13 and 14). The file is closed when
 * it is sent, and when the client disconnects.
 *
 * @param headers headers of the file, including `content-type`.
 */
export async function sendFile(
  request: Request,
  file: StoredFile,
  headers: Record<string, string>,
): Promise<Response> {
  const { size, etag } = file
  const general = { ...headers, etag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
  const withoutBody = async (status: number, answered: Record<string, string>) => {
    await file.close()
    return new Response(null, { status, headers: answered })
  }
  if (failsIfMatch(request.headers.get('if-match') ?? undefined, etag)) return withoutBody(412, general)
  if (matchesIfNoneMatch(request.headers.get('if-none-match') ?? undefined, etag))
    return withoutBody(304, general)
  const ifRange = request.headers.get('if-range')
  const wanted = ifRange === null || ifRange === etag ? request.headers.get('range') : null
  const range = parseRange(wanted ?? undefined, size)
  if (range === 'unsatisfiable') return withoutBody(416, { 'content-range': `bytes */${size}` })
  const sent = range ?? { start: 0, end: size - 1 }
  const described = {
    ...general,
    'content-length': String(sent.end - sent.start + 1),
    ...(range && { 'content-range': `bytes ${sent.start}-${sent.end}/${size}` }),
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || size === 0) return withoutBody(status, described)
  return new Response(await fileBody(file, sent), { status, headers: described })
}

/** Returns a stored file as the body of a response. The file is closed when it is sent, and when the client disconnects. */
export const fileBody = async (
  file: StoredFile,
  range?: { start: number; end: number },
): Promise<ReadableStream> => Readable.toWeb(await beginStream(file, range)) as unknown as ReadableStream

/**
 * Sends a picture whose name changes with it. A URL that names the picture may be cached permanently, but by browsers alone: a
 * renewed session's cookie may come with the response.
 */
export function sendNamedPicture(
  event: RequestEvent,
  { file, name }: { file: StoredFile; name: string },
  contentType: 'image/avif' | 'image/webp',
): Promise<Response> {
  const isNamed = event.url.searchParams.get('v') === name
  const lifetime = isNamed ? 'max-age=31536000, immutable' : 'no-cache'
  return sendFile(event.request, file, {
    'content-type': contentType,
    'cache-control': `private, ${lifetime}`,
  })
}
