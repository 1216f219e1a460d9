import type { IncomingMessage } from 'node:http'

const absolute = /^https?:\/\/(?<host>[^/?#@]+)(?<rest>[/?].*)?$/i

/**
 * Rewrites absolute form, `GET http://host/path`, to `GET /path`, which all handlers expect. Servers must accept it, and its host
 * takes precedence over the header (RFC 9112, section 3.2.2).
 */
export function useOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const { host, rest = '' } = absolute.exec(url)?.groups ?? {}
  if (host === undefined) return
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  request.headers.host = host
}
