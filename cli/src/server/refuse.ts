import type { IncomingMessage, ServerResponse } from 'node:http'

interface Refusal {
  /** The message for programs, and the title for browsers. */
  message: string
  advice: string
  /** The whole in German. Languages are chosen behind this server, so the page has both, as the site's static error page does. */
  german: string
  headers?: Record<string, string>
}

const refusals = {
  403: {
    message: 'Cross-site requests are refused',
    advice: 'Open the page on this site, and try again.',
    german:
      'Anfragen von anderen Websites werden abgelehnt. Öffne die Seite hier und versuch es noch einmal.',
  },
  429: {
    message: 'Too many requests from your address',
    advice: 'Wait a moment, then reload this page.',
    german: 'Zu viele Anfragen von deiner Adresse. Warte kurz und lade die Seite dann neu.',
    headers: { 'Retry-After': '10' },
  },
} satisfies Record<number, Refusal>

/** Refuses a request before the site sees it: with a sentence for programs, and with a page for browsers. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: keyof typeof refusals,
): void {
  const refusal: Refusal = refusals[status]
  const isPage = /\btext\/html\b/.test(request.headers.accept ?? '')
  const type = isPage ? 'text/html' : 'text/plain'
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, ...refusal.headers })
  response.end(isPage ? pageOf(status, refusal) : refusal.message)
}

const pageOf = (status: number, { message, advice, german }: Refusal) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${message}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/error.css" />
  </head>
  <body>
    <main>
      <p class="status">${status}</p>
      <h1>${message}</h1>
      <p>${advice} <a href="/">Home page</a></p>
      <p lang="de">${german} <a href="/">Startseite</a></p>
    </main>
  </body>
</html>
`
