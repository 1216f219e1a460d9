import { isIPv4, isIPv6 } from 'node:net'
import { maxEmailLength } from './text-lengths.ts'

/** RFC 5321, section 4.5.3.1: the part before the @ has 64 octets. */
const maxLocalLength = 64

/** Section 4.1.2: `Dot-string`, `Quoted-string`, `Domain`. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const quotedString = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const domain = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i
const addressLiteral = /^\[(?:IPv6:(?<six>[^\]]+)|(?<four>[^\]]+))\]$/i

/** Whether the text is a mailbox as RFC 5321 has it (section 4.1.2): what an SMTP server can be asked to deliver to. */
export function isMailbox(text: string): boolean {
  if (text.length > maxEmailLength) return false
  const { local, host } = partsOf(text)
  if (local.length > maxLocalLength || !(dotString.test(local) || quotedString.test(local))) return false
  const { six, four } = addressLiteral.exec(host)?.groups ?? {}
  return domain.test(host) || (six !== undefined && isIPv6(six)) || (four !== undefined && isIPv4(four))
}

/**
 * Two mailboxes with the same key count as one. Domains know no letter case; what stands before the @ may know it, but
 * hardly any server does, and quoting what need not be quoted changes nothing.
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
