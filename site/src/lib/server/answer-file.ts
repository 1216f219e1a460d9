import { Readable } from 'node:stream'
import { isAnother, isKnown, parseRange } from '@baseplate/platform/foundation/byte-range'
import type { StoredFile } from '@baseplate/platform/foundation/files'

/**
 * Answers a stored file, whole or the part that `Range` asks for (RFC 9110, sections 13 and 14). It is closed at its end,
 * or when whoever asked goes away.
 *
 * @param headers of the file, `content-type` among them.
 */
export async function answerFile(
  request: Request,
  file: StoredFile,
  headers: Record<string, string>,
): Promise<Response> {
  const { size, etag } = file
  const general = { ...headers, etag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
  const without = async (status: number, answer: Record<string, string>) => {
    await file.close()
    return new Response(null, { status, headers: answer })
  }
  if (isAnother(request.headers.get('if-match') ?? undefined, etag)) return without(412, general)
  if (isKnown(request.headers.get('if-none-match') ?? undefined, etag)) return without(304, general)
  const ifRange = request.headers.get('if-range')
  const wanted = ifRange === null || ifRange === etag ? request.headers.get('range') : null
  const range = parseRange(wanted ?? undefined, size)
  if (range === 'unsatisfiable') return without(416, { 'content-range': `bytes */${size}` })
  const part = range ?? { start: 0, end: size - 1 }
  const described = {
    ...general,
    'content-length': String(part.end - part.start + 1),
    ...(range && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || size === 0) return without(status, described)
  const body = Readable.toWeb(file.stream(part)) as unknown as ReadableStream
  return new Response(body, { status, headers: described })
}
