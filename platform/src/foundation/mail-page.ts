import type { Catalogue } from '@baseplate/texts/catalogue'

interface Link {
  address: string
  label: string
}

interface Parts {
  subject: string
  greeting: string
  /** The paragraph above the link. */
  before: string
  /** Links below that paragraph. */
  list?: readonly Link[]
  link: Link
  /** The paragraphs below the link. */
  after: readonly string[]
  /** Further links below these paragraphs, as text instead of a button. */
  further?: readonly Link[]
  /** Why the reader gets this mail. */
  sender: string
}

/** Writes a mail as plain text and as a page. The page loads nothing, so that no sender learns when it is read. */
export function writeMail(
  { locale, direction }: Catalogue,
  { subject, greeting, before, list = [], link, after, further = [], sender }: Parts,
): { subject: string; text: string; html: string } {
  const lines = list.map(({ address, label }) => `- ${label}\n  ${address}`)
  const labelled = ({ address, label }: Link) => `${label}\n${address}`
  const furtherLines = further.map(labelled)
  // The paragraph above leads to the link, unless a list separates them.
  const linkLine = list.length > 0 ? labelled(link) : link.address
  const text = [greeting, before, ...lines, linkLine, ...after, ...furtherLines, sender].join('\n\n')
  const paragraphs = [
    ...after.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
    ...further.map((each) => `<p>${linkElement(each)}</p>`),
  ].join('\n      ')
  const items = list.map((item) => `<li>${linkElement(item)}</li>`)
  const listed = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  const address = escapeHtml(link.address)
  const html = `<!doctype html>
<html lang="${locale}" dir="${direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(subject)}</title>
  </head>
  <body style="margin: 0; padding: 24px; background: #f4f4f5; color: #18181b; font: 16px/1.5 system-ui, sans-serif">
    <div style="max-width: 520px; margin: 0 auto; padding: 24px; overflow-wrap: anywhere; background: #ffffff; border-radius: 12px">
      <p>${escapeHtml(greeting)}</p>
      <p>${escapeHtml(before)}</p>
      ${listed}
      <p style="margin: 24px 0"><a href="${address}" style="display: inline-block; padding: 12px 20px; background: #1d4ed8; color: #ffffff; border-radius: 8px; font-weight: 600; text-decoration: none">${escapeHtml(link.label)}</a></p>
      <p style="color: #52525b; font-size: 14px">${linkElement({ address: link.address, label: link.address })}</p>
      ${paragraphs}
      <p style="color: #52525b; font-size: 14px">${escapeHtml(sender)}</p>
    </div>
  </body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

const linkElement = ({ address, label }: Link) =>
  `<a href="${escapeHtml(address)}" style="color: #1d4ed8">${escapeHtml(label)}</a>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
