import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { PlainCode } from '@baseplate/platform/foundation/problem'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'

interface Refusal {
  code: PlainCode
  advice: string
  /** The whole in German. Languages are chosen behind this server, so the page has both, as the site's static error page does. */
  german: string
  headers?: Record<string, string>
}

const refusals = {
  400: {
    code: 'requests.host_invalid',
    advice: 'Open the site at its own address.',
    german: 'Die Anfrage nennt keinen gültigen Hostnamen. Öffne die Website unter ihrer eigenen Adresse.',
  },
  403: {
    code: 'requests.cross_site',
    advice: 'Open the page on this site, and try again.',
    german:
      'Anfragen von anderen Websites werden abgelehnt. Öffne die Seite hier und versuch es noch einmal.',
  },
  408: {
    code: 'requests.too_slow',
    advice: 'Check your connection, then try again.',
    german: 'Die Anfrage kam zu langsam an. Prüfe deine Verbindung und versuch es dann noch einmal.',
  },
  413: {
    code: 'requests.too_large',
    advice: 'Choose a smaller file or a shorter text.',
    german: 'Die Anfrage ist zu groß. Wähle eine kleinere Datei oder einen kürzeren Text.',
  },
  415: {
    code: 'requests.encoded',
    advice: 'Send the file without compression.',
    german: 'Anfragen mit Content-Encoding werden nicht unterstützt. Sende die Datei unkomprimiert.',
    headers: { 'Accept-Encoding': 'identity' },
  },
  421: {
    code: 'requests.other_host',
    advice:
      'Open the site at its own address. If you operate it, set BASE_URL, or add the name to Client.Hosts.',
    german:
      'Unter diesem Hostnamen antwortet die Website nicht. Öffne sie unter ihrer eigenen Adresse. Wenn du sie betreibst, setze BASE_URL oder nimm den Namen in Client.Hosts auf.',
  },
  429: {
    code: 'requests.too_many',
    advice: 'Wait a moment, then reload this page.',
    german: 'Zu viele Anfragen von deiner Adresse. Warte kurz und lade die Seite dann neu.',
    headers: { 'Retry-After': '10' },
  },
  503: {
    code: 'requests.bodies_busy',
    advice: 'Wait a moment, then send it again.',
    german: 'Gerade laufen zu viele Uploads. Warte kurz und sende es dann noch einmal.',
    headers: { 'Retry-After': '1' },
  },
  partial: {
    code: 'requests.partial',
    advice: 'Send the whole file again.',
    german: 'Anfragen mit Content-Range werden nicht unterstützt. Sende die ganze Datei noch einmal.',
  },
} satisfies Record<number | 'partial', Refusal>

type RefusalReason = keyof typeof refusals

type Asked = Pick<IncomingMessage, 'method' | 'headers' | 'isForClients'>

/**
 * Refuses a request before the site sees it: with a page for browsers, and with a message and its code for programs. Game clients
 * get the message alone.
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

/** Returns the status, the headers and the text of a refusal, in the form that its sender reads. */
export function refusalFor(
  request: Asked,
  reason: RefusalReason,
  site = '',
): { status: number; headers: Record<string, string>; text: string } {
  const refusal: Refusal = refusals[reason]
  const { message, reason: kind } = new Refused(refusal.code)
  const status = refusalStatus[kind]
  const [type, text] = {
    page: () => ['text/html; charset=utf-8', pageOf(status, message, refusal, site)] as const,
    json: () => ['application/json', JSON.stringify({ message, code: refusal.code })] as const,
    text: () => ['text/plain; charset=utf-8', message] as const,
  }[formFor(request)]()
  return { status, headers: { 'content-type': type, ...refusal.headers }, text }
}

/** Programs ask for JSON. Actions and files are only for programs, unless their sender prefers HTML. */
function formFor({
  method = 'GET',
  headers: { accept = '' },
  isForClients,
}: Asked): 'page' | 'json' | 'text' {
  if (/\btext\/html\b/.test(accept)) return 'page'
  if (isForClients) return 'text'
  const isReading = method === 'GET' || method === 'HEAD'
  return isReading && !/\bapplication\/json\b/.test(accept) ? 'text' : 'json'
}

const pageOf = (
  status: number,
  message: string,
  { advice, german }: Refusal,
  site: string,
) => `<!doctype html>
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
