import { sha256 } from '@baseplate/platform/foundation/ids'
import { matchesIfNoneMatch } from '@baseplate/service/byte-range'
import { escapeXml } from './xml.ts'

/** An entry of a feed. Times are Unix milliseconds. */
export interface FeedEntry {
  /** Permanent identifier of the entry, such as `place/123`. */
  key: string
  title: string
  /** Path of its page. */
  path: string
  author: string | null
  text: string
  created: number
  updated: number
}

interface Feed {
  baseUrl: string
  /** Path of the feed, and of the page that it follows. */
  path: string
  page: string
  title: string
  /** Author of the entries that name none. */
  author: string
  entries: readonly FeedEntry[]
}

/** Writes a feed (RFC 4287). Ids of entries are tag URIs (RFC 4151), which stay the same when a name in a URL changes. */
export function writeAtom({ baseUrl, path, page, title, author, entries }: Feed): string {
  const { hostname } = new URL(baseUrl)
  const updated = Math.max(0, ...entries.map((entry) => entry.updated))
  const lines = entries.map(
    (entry) => `<entry>
<id>tag:${hostname},${dayOf(entry.created)}:${entry.key}</id>
<title>${escapeXml(entry.title)}</title>
<link href="${escapeXml(baseUrl + entry.path)}"/>
<published>${timeOf(entry.created)}</published>
<updated>${timeOf(entry.updated)}</updated>
<author><name>${escapeXml(entry.author ?? author)}</name></author>
<content type="text">${escapeXml(entry.text)}</content>
</entry>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(baseUrl + path)}</id>
<title>${escapeXml(title)}</title>
<link rel="self" type="application/atom+xml" href="${escapeXml(baseUrl + path)}"/>
<link href="${escapeXml(baseUrl + page)}"/>
<updated>${timeOf(updated)}</updated>
<author><name>${escapeXml(author)}</name></author>
${lines.join('')}</feed>
`
}

const timeOf = (time: number) => new Date(time).toISOString()
const dayOf = (time: number) => timeOf(time).slice(0, 10)

/**
 * Sends a feed, or 304 to a feed reader that has it. `If-Modified-Since` is ignored, because removing an entry changes no
 * time. Feed readers revalidate each time, so that a removed entry disappears at once.
 */
export function sendAtom(request: Request, feed: Feed): Response {
  const text = writeAtom(feed)
  const etag = `"${sha256(text).slice(0, 32)}"`
  const headers = { etag, 'cache-control': 'public, no-cache', vary: 'Accept-Language' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match') ?? undefined, etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' },
  })
}
