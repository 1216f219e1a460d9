import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { chanceFrom } from './chance.ts'

/** Large enough for the disk, and not the calls, to set the pace. */
const pieceLength = 1 << 20

/** A user with events throughout the whole ledger, whatever its size. */
export const regularUser = 'user:regular'
export const regularEvents = 100

const letters = '0123456789abcdefghijklmnopqrstuv'

/**
 * Writes a ledger as the service does. Every account gets a stipend, and then random payments follow. Events have about
 * 180 bytes; half of the payments have a fee and every tenth an idempotency key. The result is the same every time.
 */
export async function writeLedger(
  path: string,
  { events, accounts }: { events: number; accounts: number },
): Promise<void> {
  const chance = chanceFrom(1)
  const below = (limit: number) => Math.floor(chance() * limit)
  const id = () => Array.from({ length: 15 }, () => letters[below(32)]).join('')
  const every = Math.floor((events - accounts) / regularEvents)
  const lineOf = (number: number) => {
    const time = 1_700_000_000_000 + number * 10
    if (number < accounts) return mintLine(id(), userOf(number), time)
    if ((number - accounts) % every === 0)
      return mintLine(id(), regularUser, time, { amount: 1, note: 'Salary' })
    const from = below(accounts)
    const to = (from + 1 + below(accounts - 1)) % accounts
    const fee = number % 2 === 0 ? ',"Fee":0.1' : ''
    const key = number % 10 === 0 ? `,"Key":"${id()}${id()}"` : ''
    const parties = `"From":"${userOf(from)}","To":"${userOf(to)}","Amount":${1 + below(100_000)}`
    const note = `"Note":"Bought a hat","Link":"/catalog/${number}/hat"`
    return `Transaction {"Id":"${id()}","Time":${time},${parties},${note}${fee}${key}}\n`
  }
  const file = createWriteStream(path)
  let piece = ''
  for (let number = 0; number < events; number++) {
    piece += lineOf(number)
    if (piece.length < pieceLength) continue
    if (!file.write(piece)) await new Promise((drained) => file.once('drain', drained))
    piece = ''
  }
  file.end(piece)
  await finished(file)
}

/** Returns the line of an event that credits an account, with a stipend of 10,000 units by default. */
export const mintLine = (
  id: string,
  account: string,
  time: number,
  { amount = 10_000_000_000, note = 'Stipend' } = {},
) => `Mint {"Id":"${id}","Time":${time},"To":"${account}","Amount":${amount},"Note":"${note}"}\n`

/** Returns the account of the n-th user: as the site names it, by an id of letters and digits. */
export function userOf(number: number): string {
  // Spread over all ids of that length, so that neighbours in the ledger are not neighbours in a table.
  return `user:${((number * 2_654_435_761) % 2 ** 32).toString(36).padStart(7, '0')}${number.toString(36).padStart(5, '0')}`
}
