/** Replaces references to the original asset hosts in a stream of bytes. */
export type ReplaceHosts = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Buffer>

/** Length of `https://`, the longest scheme in front of a host, and of `//asset` behind it. */
const lengthAround = 8 + 7

/** Length of `&#x00002f;`, the longest spelling of a character. */
const longestSpelling = 10

/** Characters after a match that decide whether it is one. */
const lookahead = 2

/**
 * Replaces `<host>/asset`, with `http://`, `https://`, `//` or nothing in front, by `<baseUrl>/asset`. Clients also read characters that
 * are written as references (`&#47;`, `&#x2f;`) or percent-encoded, and a doubled slash.
 *
 * Leaves longer names alone: `notroblox.com`, `/assets`, a path that contains a host name, an international name. Works on bytes,
 * because UTF-8 never has an ASCII byte inside another character.
 *
 * @param hosts host names, in any letter case.
 */
export function replaceHostReferences(hosts: readonly string[], baseUrl: string): ReplaceHosts {
  if (hosts.length === 0) return buffers
  const names = hosts.map(spelled).join('|')
  const pattern = new RegExp(
    `(?:(?<![a-z0-9+.-])${spelled('http')}${spelled('s')}?${spelled('://')}|` +
      `(?<![a-z0-9+.:/-])${notBehindReference}${spelled('//')}|` +
      `(?<![a-z0-9._@/%\\x80-\\xff-])${notBehindReference})` +
      `(?:${names})${spelled('/')}{1,2}${spelled('asset')}(?![a-z0-9_%-]|\\.[a-z0-9])`,
    'gi',
  )
  const address = Buffer.from(`${baseUrl}/asset`).toString('latin1')
  /** Bytes at the end of the text that may be the start of a reference. */
  const longestHost = Math.max(...hosts.map((host) => host.length))
  const unsure = (lengthAround + longestHost) * longestSpelling + lookahead

  return async function* replaced(source) {
    let text = ''
    // One sent byte stays in front, because the byte before a name decides whether it is one.
    let sent = 0
    for await (const chunk of source) {
      text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
      const sure = text.length - unsure
      if (sure <= sent) continue
      const { out, end } = replaceUpTo(text, sent, sure)
      if (out !== '') yield Buffer.from(out, 'latin1')
      text = text.slice(end - 1)
      sent = 1
    }
    const { out } = replaceUpTo(text, sent, text.length)
    if (out !== '') yield Buffer.from(out, 'latin1')
  }

  /** Replaces references that begin before `sure`. Returns where the next call continues. */
  function replaceUpTo(text: string, from: number, sure: number): { out: string; end: number } {
    let out = ''
    let end = from
    pattern.lastIndex = from
    for (let match = pattern.exec(text); match && match.index < sure; match = pattern.exec(text)) {
      out += text.slice(end, match.index) + address
      end = match.index + match[0].length
    }
    if (end >= sure) return { out, end }
    return { out: out + text.slice(end, sure), end: sure }
  }
}

/** A reference to a character in front of a name may be part of a longer name. */
const notBehindReference = '(?<!&#x?[0-9a-f]{1,8};)'

/** Returns a pattern of all spellings of a text. */
const spelled = (text: string): string =>
  [...text]
    .map((character) => {
      const codes = [...new Set([character.toLowerCase(), character.toUpperCase()])].map(
        (letter) => letter.codePointAt(0) ?? 0,
      )
      const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('|')
      const literal = character.replace('.', '\\.')
      return `(?:${literal}|&#0{0,4}(?:${codes.join('|')});|&#x0{0,4}(?:${hex});|%(?:${hex}))`
    })
    .join('')

async function* buffers(source: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  for await (const chunk of source) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
