import type { IncomingMessage } from 'node:http'

const absolute = /^https?:\/\/(?<host>[^/?#@]+)(?<rest>[/?].*)?$/i

/**
 * Turns absolute form, `GET http://host/path`, into `GET /path`, which everything behind expects. Servers accept it, and its
 * host is the one that is asked for, whatever the header says (RFC 9112, section 3.2.2).
 */
export function useOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const { host, rest = '' } = absolute.exec(url)?.groups ?? {}
  if (host === undefined) return
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  request.headers.host = host
}
