const bytesMax = 128
const whiteSpaceOrControl = /[\s\p{Cc}]/u
const plainAscii = /^[!-~]{1,128}$/

/**
 * Returns the message for an invalid user identifier, or undefined for a valid one: 1 to 128 bytes without white space and
 * control characters. See [Identifiers](../../../docs/reference/economy-service.md#identifiers).
 */
export function identifierFault(text: string): string | undefined {
  if (plainAscii.test(text)) return undefined
  const fault = faultOf(text)
  return fault === undefined ? undefined : `invalid user identifier: ${fault}`
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'it is empty'
  if (whiteSpaceOrControl.test(text)) return 'it contains white space or a control character'
  if (!text.isWellFormed()) return 'it is not valid Unicode'
  if (Buffer.byteLength(text) > bytesMax) return `it is longer than ${bytesMax} bytes`
  return undefined
}
