/** Range of bytes, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a `Range` header (RFC 9110, section 14).
 *
 * @returns `unsatisfiable` for a range beyond the file (416). Undefined stands for the whole file: the header is absent, invalid,
 * or has several ranges.
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

/** Whether `If-None-Match` contains the current ETag: 304, the client has the file (RFC 9110, section 13.1.2). */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag)
}

/**
 * Whether `If-Match` does not contain the current ETag: 412 (RFC 9110, section 13.1.1). Conditions on dates are ignored (13.1.3,
 * 13.1.4), because a file may change twice within a second.
 */
export function failsIfMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined) return false
  const wanted = ifMatch.split(',').map((tag) => tag.trim())
  return !wanted.includes('*') && !wanted.includes(etag)
}
