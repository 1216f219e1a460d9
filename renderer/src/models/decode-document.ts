import { isUtf8 } from 'node:buffer'

/** Bytes decoded at once, so that memory does not hold the whole text. */
const chunkBytes = 128 * 1024

/** Characters that XML forbids, which the clients' studio writes. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** References to characters, and ampersands that begin no reference. The studio writes most bytes of a text as `&#N;`. */
const ampersands = /&(?:#(\d{1,20});|#x([\da-f]{1,20});|(?![#\w]))/gi

/** Beginning of a reference to a character whose end is in the next chunk. */
const unfinished = /&(?:#x?[\da-f]{0,20})?$/i

const replacement = '\ufffd'

/**
 * Decodes the bytes of a document for a strict parser, in chunks, as clients read them. Files of old studios have bytes of Latin-1,
 * and characters that XML forbids, raw or as references. Such a character becomes U+FFFD.
 */
export function* decodeDocument(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'latin1')
  let rest = ''
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    const text = rest + decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true })
    rest = unfinished.exec(text.slice(-25))?.[0] ?? ''
    yield allowed(text.slice(0, text.length - rest.length))
  }
  yield allowed(rest)
}

const allowed = (text: string): string =>
  text
    .replace(forbidden, replacement)
    .replace(ampersands, (written, decimal?: string, hexadecimal?: string) => {
      if (decimal === undefined && hexadecimal === undefined) return '&amp;'
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      return isAllowed(code) ? written : replacement
    })

/** The production `Char` of XML 1.0 (w3.org/TR/xml/#charsets). */
const isAllowed = (code: number): boolean =>
  [0x9, 0xa, 0xd].includes(code) ||
  (code >= 0x20 && code < 0xd800) ||
  (code >= 0xe000 && code < 0xfffe) ||
  (code >= 0x10000 && code <= 0x10ffff)
