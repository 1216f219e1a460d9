import { type Actor, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import { parseInput } from '../../foundation/input.ts'
import { countOpenAppeals, listAppeals } from './appeal-queries.ts'
import { appealsInput } from './input.ts'
import { permitModerating } from './permit.ts'
import { perPage, whyNotDecide } from './rules.ts'

/**
 * Appeals that wait, those that do so longest first; with `state` `Decided` those that were decided, the last first.
 *
 * @throws Refused `forbidden` below level 4; `invalid` for a cursor that is none.
 */
export async function viewAppeals({ db, now }: { db: Db; now: Clock }, actor: Actor, input: unknown) {
  permitModerating(actor)
  const { state, cursor } = parseInput(appealsInput, input)
  const decided = state === 'Decided'
  const after = parseCursor(cursor)
  const found = await listAppeals(db, now(), { decided, after, limit: perPage + 1 })
  const { rows, next } = toPage(found, perPage)
  return {
    state,
    appeals: rows.map(({ id, permissionLevel, moderator_id, created: _, ...appeal }) => ({
      ...appeal,
      /** Why the viewer cannot decide; null: they can. */
      whyNot:
        whyNotModerate(actor, { id, permissionLevel }, 'accounts') ??
        whyNotDecide(actor, { moderator_id }) ??
        null,
    })),
    next,
  }
}

export type AccountAppeal = Awaited<ReturnType<typeof viewAppeals>>['appeals'][number]

/** How many appeals wait. @throws Refused `forbidden` below level 4 */
export async function countAppeals({ db, now }: { db: Db; now: Clock }, actor: Actor): Promise<number> {
  permitModerating(actor)
  return countOpenAppeals(db, now())
}
