/** A piece of a text. `href` is set if it is a URL of this site. */
interface TextPart {
  text: string
  href?: string
}

/**
 * Splits a text into plain pieces and links. Only URLs of this site become links: authors can style their posts, and could
 * disguise a link to another site. Other URLs stay text.
 */
export function splitLinks(text: string, baseUrl: string): TextPart[] {
  const { origin } = new URL(baseUrl)
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    // Punctuation after a URL belongs to the sentence.
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
