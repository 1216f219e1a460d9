import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { appealsInput } from '../actions/input.ts'
import { perPage } from '../actions/rules.ts'
import { countOpenAssetAppeals, listAssetAppeals } from './appeal-queries.ts'
import { whyNotDecide } from './rules.ts'

/**
 * Appeals for assets that wait, those that do so longest first; with `state` `Decided` those that were decided, the last first.
 *
 * @throws Refused `forbidden` below level 4; `invalid` for a cursor that is none.
 */
export async function viewAssetAppeals({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const { state, cursor } = parseInput(appealsInput, input)
  const decided = state === 'Decided'
  const after = parseNumberedCursor(cursor)
  const found = await listAssetAppeals(db, { decided, after, limit: perPage + 1 })
  const { rows, next } = toPage(
    found.map((appeal) => ({ ...appeal, assetId: appeal.id, id: String(appeal.id) })),
    perPage,
  )
  return {
    state,
    appeals: rows.map(({ assetId, creator_id, creatorLevel, moderator_id, created: _, ...appeal }) => ({
      ...appeal,
      id: assetId,
      slug: slugOf(appeal.name),
      /** Why the viewer cannot decide; null: they can. */
      whyNot: whyNotDecide(actor, { creator_id, creatorLevel, moderator_id }) ?? null,
    })),
    next,
  }
}

export type AssetAppeal = Awaited<ReturnType<typeof viewAssetAppeals>>['appeals'][number]

/** How many appeals for assets wait. @throws Refused `forbidden` below level 4 */
export async function countAssetAppeals({ db }: { db: Db }, actor: Actor): Promise<number> {
  permit(actor)
  return countOpenAssetAppeals(db)
}

function permit(actor: Actor): void {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators decide on appeals')
}
