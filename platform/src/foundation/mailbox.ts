import { isIPv4, isIPv6 } from 'node:net'
import { maxEmailLength } from './text-lengths.ts'

/** Octets before the @ (RFC 5321, section 4.5.3.1). */
const maxLocalLength = 64

/** Section 4.1.2: `Dot-string`, `Quoted-string`, `Domain`. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const quotedString = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const domain = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i
const addressLiteral = /^\[(?:IPv6:(?<six>[^\]]+)|(?<four>[^\]]+))\]$/i

/** Whether the text is a mailbox that an SMTP server accepts (RFC 5321, section 4.1.2). */
export function isMailbox(text: string): boolean {
  if (text.length > maxEmailLength) return false
  const { local, host } = partsOf(text)
  if (local.length > maxLocalLength || !(dotString.test(local) || quotedString.test(local))) return false
  const { six, four } = addressLiteral.exec(host)?.groups ?? {}
  return domain.test(host) || (six !== undefined && isIPv6(six)) || (four !== undefined && isIPv4(four))
}

/** Reads a sender: a mailbox, or a name with the mailbox in angle brackets. Returns undefined for any other text. */
export function senderOf(text: string): { name?: string; address: string } | undefined {
  const { name, address = text } =
    /^\s*"?(?<name>[^"<>\p{Cc}]*?)"?\s*<(?<address>[^<>]+)>\s*$/u.exec(text)?.groups ?? {}
  if (!isMailbox(address)) return undefined
  return name ? { name, address } : { address }
}

/**
 * Returns a key that equivalent mailboxes share. It ignores letter case, because domains have none and hardly any server
 * distinguishes it before the @. It also removes unnecessary quotes.
 */
export function mailboxKey(mailbox: string): string {
  const { local, host } = partsOf(mailbox.toLowerCase())
  const unquoted = local.startsWith('"') ? local.slice(1, -1).replace(/\\(.)/g, '$1') : local
  return `${dotString.test(unquoted) ? unquoted : local}@${host}`
}

function partsOf(mailbox: string): { local: string; host: string } {
  const at = mailbox.lastIndexOf('@')
  return { local: mailbox.slice(0, Math.max(at, 0)), host: mailbox.slice(at + 1) }
}
