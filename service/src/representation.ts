import type { IncomingHttpHeaders } from 'node:http'

interface Fault {
  status: 400 | 415
  reason: 'partial' | 415
  message: string
  /** Headers of the response. */
  headers: Record<string, string>
}

const partial: Fault = {
  status: 400,
  reason: 'partial',
  message: 'Content-Range is not supported in requests. Send the whole body.',
  headers: {},
}

const encoded: Fault = {
  status: 415,
  reason: 415,
  message: 'Content-Encoding is not supported in requests. Send the body as it is.',
  headers: { 'Accept-Encoding': 'identity' },
}

/**
 * Returns why the body of a request is not what its route would take it for: a part of a representation, or an encoded one
 * (RFC 9110, sections 14.5 and 15.5.16). A server that ignored these headers would store a part as the whole.
 *
 * @param takesGzip whether the route decompresses its body.
 */
export function representationFault(
  headers: IncomingHttpHeaders,
  takesGzip: () => boolean = () => false,
): Fault | undefined {
  if (headers['content-range'] !== undefined) return partial
  const encoding = headers['content-encoding']
  if (encoding === undefined || isIdentity(encoding)) return undefined
  return /^(x-)?gzip$/i.test(encoding) && takesGzip() ? undefined : encoded
}

const isIdentity = (encoding: string) =>
  encoding.split(',').every((coding) => /^(identity)?$/i.test(coding.trim()))
