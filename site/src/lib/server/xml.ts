/** Characters that XML 1.0 does not allow (section 2.2), including unpaired surrogates. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Returns a text for elements and attributes of XML. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(unwritable, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
