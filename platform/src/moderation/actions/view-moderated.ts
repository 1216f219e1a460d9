import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel, usernameKey, whyNotModerate } from '../../accounts/rules.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { usernameKeyOf } from '../../search/rules.ts'
import { type ModeratedFilter, moderatedInput } from './input.ts'
import { listInForce } from './queries.ts'
import { perPage } from './rules.ts'

type Reading = { db: Db; now: Clock }

const access = { scope: 'moderate', level: permissionLevel.moderator, input: moderatedInput } as const

/** @throws Refused `invalid` for an unknown cursor */
export const viewModerated = useCase(
  { ...access, summary: 'Lists the actions in force, by default the newest first.' },
  async (platform: Reading, actor, filter) => {
    const { rows, next } = await readPage(platform, actor, filter, perPage)
    return { moderated: rows, next }
  },
)

export const exportModerated = useCase(
  { ...access, summary: 'Exports all actions in force that pass the filters of the page.' },
  async (platform: Reading, actor, filter) =>
    everyRow((cursor) => readPage(platform, actor, { ...filter, cursor }, rowsPerRead)),
)

async function readPage(
  { db, now }: Reading,
  actor: Actor,
  { q, moderator, cursor, ...filter }: ModeratedFilter,
  limit: number,
) {
  const key = q === '' ? '' : usernameKeyOf(q)
  const after = parseCursor(cursor)
  if (key === undefined) return { rows: [], next: null }
  const moderatorKey = usernameKey(moderator)
  const found = await listInForce(db, now(), { ...filter, key, moderatorKey, after, limit: limit + 1 })
  const { rows, next } = toPage(
    found.map(({ at, ...action }) => ({ created: at, id: action.id, action })),
    limit,
  )
  return {
    rows: rows.map(({ action: { id, permissionLevel, ...action } }) => ({
      ...action,
      mayLift: whyNotModerate(actor, { id, permissionLevel }, 'accounts') === undefined,
    })),
    next,
  }
}
