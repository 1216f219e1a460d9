import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers of responses that scripts of other sites may read. The Fetch standard lets them read a few others anyway. */
const readable = [
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Repr-Digest',
  'Retry-After',
  'Tus-Resumable',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

const sendable = [
  'Accept',
  'Authorization',
  'Content-Digest',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Range',
  'Repr-Digest',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
].join(', ')

/** Seconds for which a browser need not ask again. Browsers wait for less than a day at most. */
const preflightLifetime = 7_200

/** How scripts of other sites are let in. */
export interface CrossOrigin {
  /** Whether the request comes from a script of another site. */
  isForeign(request: IncomingMessage): boolean
  /** Lets scripts read the response. Returns whether it has answered, because the browser only asked what it may send. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * Lets scripts of other sites use pages and form actions (CORS), if `Api.CrossOrigin` says so. Every site is let in, because nobody is
 * let in as the user of a browser: browsers keep the response to a request with cookies from a script where the origin is `*`. Caches
 * may keep one response for all.
 */
export function crossOriginFor(isOn: boolean, siteOrigin: string): CrossOrigin {
  if (!isOn) return { isForeign: () => false, answer: () => false }
  return {
    isForeign: ({ headers: { origin } }) => origin !== undefined && origin !== siteOrigin,
    answer({ method, headers }, response) {
      response.setHeader('Access-Control-Allow-Origin', '*')
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
        response.setHeader('Access-Control-Expose-Headers', readable)
        return false
      }
      response.writeHead(204, {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': sendable,
        'Access-Control-Max-Age': String(preflightLifetime),
      })
      response.end()
      return true
    },
  }
}
