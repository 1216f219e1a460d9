/** Words of somebody's text; with an address where they are that of a page of this site. */
export interface TextPart {
  text: string
  href?: string
}

/**
 * Only addresses of this site become links: whoever writes may also style what they wrote, and could make a link to
 * elsewhere look like anything. Other addresses stay text, to be read before they are copied.
 */
export function splitLinks(text: string, baseUrl: string): TextPart[] {
  const { origin } = new URL(baseUrl)
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    // A full stop after an address belongs to the sentence.
    const address = match[0].replace(/[.,:;!?)\]]+$/, '')
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url?.origin !== origin) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: address, href: url.href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
