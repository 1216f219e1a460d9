import type { LedgerEvent } from '@baseplate/economy/contract'
import { isOwnPath } from '../../foundation/own-path.ts'
import { millionths } from '../payments/rules.ts'

/** Returns when the next stipend can be claimed; 0: now. The ledger itself decides. */
export const nextStipend = (lastStipend: number, interval: number, now: number): number => {
  const next = lastStipend === 0 ? 0 : lastStipend + interval + 1
  return next > now ? next : 0
}

/** Returns the part of an amount that the fee destroys. Fees have at most six decimals. */
export const feeOf = (amount: bigint, fee: number): bigint =>
  (amount * BigInt(Math.round(fee * millionths))) / BigInt(millionths)

/** Returns the change of an account's balance by an event, in micro-units. */
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

/** Returns the account on the other side of an event; undefined for the platform itself. */
export function otherAccount(event: LedgerEvent, account: string): string | undefined {
  if (event.Type !== 'Transaction') return undefined
  return event.From === account ? event.To : event.From
}

/** Returns the id of the user who owns an account; undefined for accounts without a user. */
export const userOfAccount = (account: string): string | undefined => /^user:(.+)$/.exec(account)?.[1]

/** Returns an event's link as a path of this site; null for no link or a foreign one. The ledger accepts any text. */
export function ownPathOf(link: string | undefined, baseUrl: string): string | null {
  if (link === undefined) return null
  const path = link.startsWith(`${baseUrl}/`) ? link.slice(baseUrl.length) : link
  return isOwnPath(path) ? path : null
}

/** Returns a CSV field. A leading quote keeps spreadsheets from running a text that looks like a formula. */
export function csvText(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
