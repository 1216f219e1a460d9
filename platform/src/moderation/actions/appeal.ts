import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { findActionInForce } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { parseInput } from '../../foundation/input.ts'
import { findAppeal, insertAppeal } from './appeal-queries.ts'
import { appealedAlready, nothingToAppeal } from './appeal-refusals.ts'
import { appealInput } from './input.ts'
import { mayAppeal } from './rules.ts'

type Appealing = { db: Db; now: Clock }

/**
 * Whoever is banned or terminated asks for another look, once for each time.
 *
 * @throws InvalidFields `text`; Refused `invalid`: nothing to appeal against, or done already.
 */
export async function appeal({ db, now }: Appealing, actor: Actor, input: unknown): Promise<void> {
  const { text } = parseInput(appealInput, input)
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, actor.id)
    const created = now()
    const action = await findActionInForce(trx, actor.id, created)
    if (!action || !mayAppeal(action.type)) {
      throw nothingToAppeal()
    }
    const added = await insertAppeal(trx, { user_id: actor.id, number: action.number, created, text })
    if (!added) throw appealedAlready()
  })
}

/** What the actor said against what is in force, and what came of it; null: nothing yet. */
export async function viewOwnAppeal({ db }: { db: Db }, actor: Actor) {
  if (!actor.standing) return null
  return (await findAppeal(db, actor.id, actor.standing.number)) ?? null
}
