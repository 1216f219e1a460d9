import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import { isInForce } from '../../accounts/standing/rules.ts'
import type { Db } from '../../database.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import { parseInput } from '../../foundation/input.ts'
import { usernameKeyOf } from '../../search/rules.ts'
import { type AccountFilter, accountsInput } from '../actions/input.ts'
import { permitModerating } from '../actions/permit.ts'
import { perPage } from '../actions/rules.ts'
import { listAccounts } from './account-queries.ts'

type Reading = { db: Db; now: Clock }

/**
 * Lists accounts that pass the filter, by default the newest first.
 *
 * @param input `q`: a prefix of the username; `level`: 1 to 5, or `staff` for all above 1; `standing`: `Good`, `Leaving`, `Moderated`,
 * `Warning`, `Ban`, `Termination`; `sort`: `newest`, `oldest`, `name`, `-name`; `cursor`
 * @throws Refused `forbidden` below level 4; `invalid` for an unknown cursor.
 */
export async function viewAccounts(platform: Reading, actor: Actor, input: unknown) {
  permitModerating(actor)
  const { rows, next } = await readPage(platform, parseInput(accountsInput, input), perPage)
  return { accounts: rows, next }
}

/** Reads all rows that pass the filter, for a file. @throws Refused `forbidden` below level 4; InvalidFields */
export function exportAccounts(platform: Reading, actor: Actor, input: unknown) {
  permitModerating(actor)
  const filter = parseInput(accountsInput, input)
  return everyRow((cursor) => readPage(platform, { ...filter, cursor }, rowsPerRead))
}

async function readPage({ db, now }: Reading, { q, cursor, ...filter }: AccountFilter, limit: number) {
  const time = now()
  const key = q === '' ? '' : usernameKeyOf(q)
  const after = parseCursor(cursor)
  if (key === undefined) return { rows: [], next: null }
  const found = await listAccounts(db, { ...filter, key, now: time, after, limit: limit + 1 })
  const { rows, next } = toPage(
    found.map((account) => ({ created: account.created, id: account.key, account })),
    limit,
  )
  return {
    rows: rows.map(({ account: { key: _, standing, expires, ...account } }) => ({
      ...account,
      /** Null: in good standing. */
      standing: isInForce({ expires }, time) ? standing : null,
    })),
    next,
  }
}
