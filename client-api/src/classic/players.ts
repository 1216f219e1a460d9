import { findByNumber, findByNumbers, type NumberedAccount } from '@baseplate/platform/accounts/door'
import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'

/** Players that one call may name: twice as many as the largest place has. */
const maxPlayers = 200

type Accounts = Pick<Platform, 'db'>

/** Finds the account of a number that a client sends. */
export async function findPlayer(
  { db }: Accounts,
  sent: string | null,
): Promise<NumberedAccount | undefined> {
  const number = parsePlayerNumber(sent ?? undefined)
  return number === undefined ? undefined : findByNumber(db, number)
}

/** @throws Refused `missing`: no account has this number. */
export async function requirePlayer(platform: Accounts, sent: string | null): Promise<NumberedAccount> {
  const player = await findPlayer(platform, sent)
  if (!player) throw new Refused('accounts.not_found')
  return player
}

/** Finds the accounts of the numbers that a client sends, in its order: as a field for each, or separated by commas. */
export async function findPlayers({ db }: Accounts, sent: readonly string[]): Promise<NumberedAccount[]> {
  const numbers = [
    ...new Set(sent.flatMap((text) => text.split(',')).map((text) => parsePlayerNumber(text.trim()))),
  ]
    .filter((number) => number !== undefined)
    .slice(0, maxPlayers)
  const accounts = new Map((await findByNumbers(db, numbers)).map((account) => [account.number, account]))
  return numbers.flatMap((number) => accounts.get(number) ?? [])
}
