/** Part of a file, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file that a `Range` header asks for (RFC 9110, section 14).
 *
 * @returns `unsatisfiable` for a part that is not there (416), and undefined, which means all of it, for no header, one
 * that is not understood, and several parts at once, which we do not serve.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** Whether `If-None-Match` names the file that there is: the client has it already (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag)
}

/**
 * Whether `If-Match` asks for another file than the one that there is: 412 (RFC 9110, section 13.1.1). Conditions on dates
 * are ignored, as servers do that send none (13.1.3, 13.1.4): a file may change twice within their second.
 */
export function isAnother(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined) return false
  const wanted = ifMatch.split(',').map((tag) => tag.trim())
  return !wanted.includes('*') && !wanted.includes(etag)
}
