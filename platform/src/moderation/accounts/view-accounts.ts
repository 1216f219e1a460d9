import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import { isInForce } from '../../accounts/standing/rules.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { usernameKeyOf } from '../../search/rules.ts'
import { type AccountFilter, accountsInput } from '../actions/input.ts'
import { perPage } from '../actions/rules.ts'
import { listAccounts } from './account-queries.ts'

type Reading = { db: Db; now: Clock }

const access = { scope: 'moderate', level: permissionLevel.moderator, input: accountsInput } as const

/** @throws Refused `invalid` for an unknown cursor */
export const viewAccounts = useCase(
  { ...access, summary: 'Lists accounts that pass the filter, by default the newest first.' },
  async (platform: Reading, _, filter) => {
    const { rows, next } = await readPage(platform, filter, perPage)
    return { accounts: rows, next }
  },
)

export const exportAccounts = useCase(
  { ...access, summary: 'Exports all accounts that pass the filters of the page.' },
  async (platform: Reading, _, filter) =>
    everyRow((cursor) => readPage(platform, { ...filter, cursor }, rowsPerRead)),
)

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
