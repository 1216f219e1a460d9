import type { Clock } from '@baseplate/service/clock'
import { type Actor, usernameKey, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import { parseInput } from '../../foundation/input.ts'
import { usernameKeyOf } from '../../search/rules.ts'
import { type ModeratedFilter, moderatedInput } from './input.ts'
import { permitModerating } from './permit.ts'
import { listInForce } from './queries.ts'
import { perPage } from './rules.ts'

type Reading = { db: Db; now: Clock }

/**
 * Lists the actions in force, by default the newest first.
 *
 * @param input `q`: a prefix of the username; `type`; `moderator`: a username; `sort`: `newest`, `oldest`, or `soonest` and
 * `latest` to end; `cursor`
 * @throws Refused `forbidden` below level 4; `invalid` for an unknown cursor.
 */
export async function viewModerated(platform: Reading, actor: Actor, input: unknown) {
  permitModerating(actor)
  const { rows, next } = await readPage(platform, actor, parseInput(moderatedInput, input), perPage)
  return { moderated: rows, next }
}

/** Reads all rows that pass the filter, for a file. @throws Refused `forbidden` below level 4; InvalidFields */
export function exportModerated(platform: Reading, actor: Actor, input: unknown) {
  permitModerating(actor)
  const filter = parseInput(moderatedInput, input)
  return everyRow((cursor) => readPage(platform, actor, { ...filter, cursor }, rowsPerRead))
}

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
