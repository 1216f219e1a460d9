import type { LedgerEvent } from '@baseplate/economy/contract'
import { isOwnPath } from '../../foundation/own-path.ts'

/** Returns when the next stipend can be claimed; 0: now. The ledger itself decides. */
export const nextStipend = (lastStipend: number, interval: number, now: number): number => {
  const next = lastStipend === 0 ? 0 : lastStipend + interval + 1
  return next > now ? next : 0
}

const millionth = 1_000_000n

/** What of a transaction is destroyed on the way; fees have six decimals at most. */
export const feeOf = (amount: bigint, fee: number): bigint =>
  (amount * BigInt(Math.round(fee * 1_000_000))) / millionth

/** By how much an event changed the balance of an account, in micro-units. */
export function changeOf(event: LedgerEvent, account: string): bigint {
  switch (event.Type) {
    case 'Mint':
      return event.Amount
    case 'Burn':
      return -event.Amount
    case 'Transaction':
      return event.From === account ? -event.Amount : event.Amount - feeOf(event.Amount, event.Fee ?? 0)
  }
}

/** The account on the other side of an event; undefined: the platform itself. */
export function otherAccount(event: LedgerEvent, account: string): string | undefined {
  if (event.Type !== 'Transaction') return undefined
  return event.From === account ? event.To : event.From
}

/** The user of an account; undefined: it is no user's. */
export const userOfAccount = (account: string): string | undefined => /^user:(.+)$/.exec(account)?.[1]

/**
 * A link of an event as a path of this site; null where there is none, or where it leads somewhere else: the ledger takes
 * any text.
 */
export function ownPathOf(link: string | undefined, baseUrl: string): string | null {
  if (link === undefined) return null
  const path = link.startsWith(`${baseUrl}/`) ? link.slice(baseUrl.length) : link
  return isOwnPath(path) ? path : null
}

/** A text in a table that a spreadsheet opens: one that begins like a formula is told that it is none. */
export function csvText(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
