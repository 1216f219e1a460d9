import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

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
  const random = randomNumbers()
  const id = () => Array.from({ length: 15 }, () => letters[random(32)]).join('')
  const file = createWriteStream(path)
  let piece = ''
  for (let number = 0; number < events; number++) {
    if (number >= accounts && (number - accounts) % Math.floor((events - accounts) / regularEvents) === 0) {
      piece += `Mint {"Id":"${id()}","Time":${1_700_000_000_000 + number * 10},"To":"${regularUser}","Amount":1,"Note":"Salary"}\n`
      continue
    }
    const head = `{"Id":"${id()}","Time":${1_700_000_000_000 + number * 10}`
    if (number < accounts) {
      piece += stipendLine(id(), userOf(number), 1_700_000_000_000 + number * 10)
    } else {
      const from = random(accounts)
      const to = (from + 1 + random(accounts - 1)) % accounts
      const fee = number % 2 === 0 ? ',"Fee":0.1' : ''
      const key = number % 10 === 0 ? `,"Key":"${id()}${id()}"` : ''
      piece += `Transaction ${head},"From":"${userOf(from)}","To":"${userOf(to)}","Amount":${1 + random(100_000)},"Note":"Bought a hat","Link":"/catalog/${number}/hat"${fee}${key}}\n`
    }
    if (piece.length < pieceLength) continue
    if (!file.write(piece)) await new Promise((drained) => file.once('drain', drained))
    piece = ''
  }
  file.end(piece)
  await finished(file)
}

/** Returns the line of an event that credits an account with 10,000 units. */
export const stipendLine = (id: string, account: string, time: number) =>
  `Mint {"Id":"${id}","Time":${time},"To":"${account}","Amount":10000000000,"Note":"Stipend"}\n`

/** Returns the account of the n-th user: as the site names it, by an id of letters and digits. */
export function userOf(number: number): string {
  // Spread over all ids of that length, so that neighbours in the ledger are not neighbours in a table.
  return `user:${((number * 2_654_435_761) % 2 ** 32).toString(36).padStart(7, '0')}${number.toString(36).padStart(5, '0')}`
}

/** Returns a linear congruential generator of numbers below a limit, which is quick and the same every time. */
function randomNumbers(): (limit: number) => number {
  let state = 1
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
