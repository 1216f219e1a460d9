import type { ServerResponse } from 'node:http'

/** Sets what every response carries, whoever answers; the pages add their Content-Security-Policy. */
export function secureHeadersFor(baseUrl: string): (response: ServerResponse) => void {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Addresses of private places carry their ticket: they are nobody else's business.
    ['Referrer-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
  ]
  if (baseUrl.startsWith('https:')) headers.push(['Strict-Transport-Security', 'max-age=31536000'])
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  }
}
