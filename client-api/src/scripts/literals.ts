/** The items of the client's `Enum.MembershipType`. */
const memberships = {
  None: 'Enum.MembershipType.None',
  BuildersClub: 'Enum.MembershipType.BuildersClub',
  TurboBuildersClub: 'Enum.MembershipType.TurboBuildersClub',
  OutrageousBuildersClub: 'Enum.MembershipType.OutrageousBuildersClub',
} as const

export type Membership = keyof typeof memberships

export const membershipLiteral = (membership: Membership): string => memberships[membership]

/** Printable ASCII without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/

/**
 * Returns a Lua string literal of the text's UTF-8 bytes. Quotes, backslashes and all bytes outside printable ASCII become
 * three-digit decimal escapes, so no text can end the literal (Lua 5.1 reference manual, section 2.1).
 */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  let literal = '"'
  for (const byte of Buffer.from(text)) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
    literal += plain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`
  }
  return `${literal}"`
}

export const booleanLiteral = (value: boolean): string => String(value)

/** @throws RangeError for numbers that Lua cannot represent exactly. */
export function integerLiteral(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`)
  return String(value)
}
