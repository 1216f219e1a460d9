import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodedMessage, partialMessage } from '@baseplate/service/representation'

interface Refusal {
  /** Default: the key in the table. */
  status?: number
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
  408: {
    message: 'The request took too long to arrive',
    advice: 'Check your connection, then try again.',
    german: 'Die Anfrage kam zu langsam an. Prüfe deine Verbindung und versuch es dann noch einmal.',
  },
  413: {
    message: 'The request is too large',
    advice: 'Choose a smaller file or a shorter text.',
    german: 'Die Anfrage ist zu groß. Wähle eine kleinere Datei oder einen kürzeren Text.',
  },
  415: {
    message: encodedMessage,
    advice: 'Send the file without compression.',
    german: 'Anfragen mit Content-Encoding werden nicht unterstützt. Sende die Datei unkomprimiert.',
    headers: { 'Accept-Encoding': 'identity' },
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
  503: {
    message: 'Too many uploads are in progress. Try again in a moment.',
    advice: 'Wait a moment, then send it again.',
    german: 'Gerade laufen zu viele Uploads. Warte kurz und sende es dann noch einmal.',
    headers: { 'Retry-After': '1' },
  },
  partial: {
    status: 400,
    message: partialMessage,
    advice: 'Send the whole file again.',
    german: 'Anfragen mit Content-Range werden nicht unterstützt. Sende die ganze Datei noch einmal.',
  },
} satisfies Record<number | 'partial', Refusal>

type RefusalReason = keyof typeof refusals

/**
 * Refuses a request before the site sees it: with a sentence for programs, and with a page for browsers.
 *
 * @param site address of the site that the page links to; by default the one that the request used
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  reason: RefusalReason,
  site = '',
): void {
  const { status, headers, text } = refusalFor(request, reason, site)
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** Returns the status, the headers and the text of a refusal, for a page or a program. */
export function refusalFor(
  request: IncomingMessage,
  reason: RefusalReason,
  site = '',
): { status: number; headers: Record<string, string>; text: string } {
  const refusal: Refusal = refusals[reason]
  const status = refusal.status ?? Number(reason)
  const isPage = /\btext\/html\b/.test(request.headers.accept ?? '')
  const type = isPage ? 'text/html' : 'text/plain'
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8`, ...refusal.headers },
    text: isPage ? pageOf(status, refusal, site) : refusal.message,
  }
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
