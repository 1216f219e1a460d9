const BYTES_MAX = 128
const WHITE_SPACE_OR_CONTROL = /[\s\p{Cc}]/u
const PLAIN_ASCII = /^[!-~]{1,128}$/

/**
 * Why a text is no user identifier (the contract's decisions, section 8: 1 to 128 bytes, no white space or control
 * characters), as the message to answer; undefined when it is one.
 */
export function identifierFault(text: string): string | undefined {
  if (PLAIN_ASCII.test(text)) return undefined
  const fault = faultOf(text)
  return fault === undefined ? undefined : `invalid user identifier: ${fault}`
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'it is empty'
  if (WHITE_SPACE_OR_CONTROL.test(text)) return 'it contains white space or a control character'
  if (!text.isWellFormed()) return 'it is not valid Unicode'
  if (Buffer.byteLength(text) > BYTES_MAX) return `it is longer than ${BYTES_MAX} bytes`
  return undefined
}
