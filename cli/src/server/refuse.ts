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
  400: {
    message: 'The Host header must name one host',
    advice: 'Open the site at its own address.',
    german: 'Die Anfrage nennt keinen gültigen Hostnamen. Öffne die Website unter ihrer eigenen Adresse.',
  },
  403: {
    message: 'Cross-site requests are refused',
    advice: 'Open the page on this site, and try again.',
    german:
      'Anfragen von anderen Websites werden abgelehnt. Öffne die Seite hier und versuch es noch einmal.',
  },
  421: {
    message:
      'This site does not answer at this host name: its operator sets names with BASE_URL and Client.Hosts',
    advice:
      'Open the site at its own address. If you operate it, set BASE_URL, or add the name to Client.Hosts.',
    german:
      'Unter diesem Hostnamen antwortet die Website nicht. Öffne sie unter ihrer eigenen Adresse. Wenn du sie betreibst, setze BASE_URL oder nimm den Namen in Client.Hosts auf.',
  },
  429: {
    message: 'Too many requests from your address',
    advice: 'Wait a moment, then reload this page.',
    german: 'Zu viele Anfragen von deiner Adresse. Warte kurz und lade die Seite dann neu.',
    headers: { 'Retry-After': '10' },
  },
} satisfies Record<number, Refusal>

/**
 * Refuses a request before the site sees it: with a sentence for programs, and with a page for browsers.
 *
 * @param site address of the site that the page links to; by default the one that the request used
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: keyof typeof refusals,
  site = '',
): void {
  const refusal: Refusal = refusals[status]
  const isPage = /\btext\/html\b/.test(request.headers.accept ?? '')
  const type = isPage ? 'text/html' : 'text/plain'
  const text = isPage ? pageOf(status, refusal, site) : refusal.message
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    ...refusal.headers,
  })
  response.end(text)
}

const pageOf = (status: number, { message, advice, german }: Refusal, site: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${message}</title>
    <link rel="icon" href="${site}/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${site}/error.css" />
  </head>
  <body>
    <main>
      <p class="status">${status}</p>
      <h1>${message}</h1>
      <p>${advice} <a href="${site}/">Home page</a></p>
      <p lang="de">${german} <a href="${site}/">Startseite</a></p>
    </main>
  </body>
</html>
`
