import { record } from '../../accounts/audit/record.ts'
import type { Actor } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/queries.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { releaseInput, takeInput } from './input.ts'
import { permitReviewing } from './permit.ts'
import { countMine, deleteHold, findHold, insertHold, listFree, prolongHolds } from './queries.ts'
import { holdFor, isHeldByAnother, takenAtOnce } from './rules.ts'

type Holding = { db: Db; now: Clock }

/**
 * The actor looks at it from now on, and nobody else for ten minutes, or as long as they go on. Without an id: at what waits
 * longest and nobody looks at, until they have five.
 *
 * @param input `id`
 * @returns how many they took.
 * @throws Refused `forbidden`, `missing`; `invalid`: somebody looks at it already, or has decided.
 */
export async function takeReviews(
  platform: Holding,
  actor: Actor,
  input: unknown,
): Promise<{ taken: number }> {
  permitReviewing(actor)
  const { id } = parseInput(takeInput, input)
  const now = platform.now()
  return platform.db.transaction().execute(async (db) => {
    await keep(db, actor, now)
    const taken = id === undefined ? await takeNext(db, actor, now) : await takeOne(db, actor, id, now)
    for (const assetId of taken) {
      const subject = `asset:${assetId}` as const
      await record(db, { actor, action: 'takeasset', subject, before: null, after: null }, now)
    }
    return { taken: taken.length }
  })
}

async function takeOne(db: Db, actor: Actor, id: number, now: number): Promise<number[]> {
  const asset = await findAsset(db, id)
  if (!asset) throw new Refused('missing', 'Asset not found')
  if (asset.visibility !== 'Pending') throw reviewed()
  const before = await findHold(db, id)
  if (!(await hold(db, actor, id, now))) throw await heldByAnother(db, id)
  return before?.holder_id === actor.id && before.until > now ? [] : [id]
}

async function takeNext(db: Db, actor: Actor, now: number): Promise<number[]> {
  const looking = { actorId: actor.id, now }
  const room = takenAtOnce - (await countMine(db, { ...looking, limit: takenAtOnce }))
  const taken: number[] = []
  while (taken.length < room) {
    const free = await listFree(db, { ...looking, limit: room - taken.length })
    if (free.length === 0) break
    // What somebody else takes at this moment is not free when it is looked for again.
    for (const id of free) if (await hold(db, actor, id, now)) taken.push(id)
  }
  return taken
}

const hold = (db: Db, actor: Actor, assetId: number, now: number) =>
  insertHold(db, { assetId, holderId: actor.id }, { now, until: now + holdFor })

/** What the actor looks at is theirs for another ten minutes; part of everything that they do about the queue. */
export const keep = (db: Db, actor: Actor, now: number) =>
  prolongHolds(db, actor.id, { now, until: now + holdFor })

/** The actor is still there. @throws Refused `forbidden` */
export async function keepReviews({ db, now }: Holding, actor: Actor): Promise<void> {
  permitReviewing(actor)
  await keep(db, actor, now())
}

/**
 * The actor does not look at it any more: anybody may. Nothing happens when it was not theirs.
 *
 * @throws Refused `forbidden`
 */
export async function releaseReview(platform: Holding, actor: Actor, input: unknown): Promise<void> {
  permitReviewing(actor)
  const { id } = parseInput(releaseInput, input)
  const now = platform.now()
  await platform.db.transaction().execute(async (db) => {
    if (!(await deleteHold(db, id, actor.id))) return
    await keep(db, actor, now)
    await record(
      db,
      { actor, action: 'releaseasset', subject: `asset:${id}`, before: null, after: null },
      now,
    )
  })
}

/**
 * For whoever decides on an asset, in their transaction, with its row held: nobody looks at it any more.
 *
 * @throws Refused `invalid`: somebody else does.
 */
export async function endHold(db: Db, actor: Actor, assetId: number, now: number): Promise<void> {
  if (isHeldByAnother(actor, await findHold(db, assetId), now)) throw await heldByAnother(db, assetId)
  await deleteHold(db, assetId)
  await keep(db, actor, now)
}

async function heldByAnother(db: Db, assetId: number): Promise<Refused> {
  const holder = (await findHold(db, assetId))?.username ?? 'Somebody'
  const minutes = holdFor / 60_000
  return new Refused(
    'invalid',
    `${holder} looks at this: it is theirs until they decide, put it back, or do nothing for ${minutes} minutes`,
  )
}

export const reviewed = () => new Refused('invalid', 'Somebody has reviewed this already')
