import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { claimInput, releaseInput } from './input.ts'
import { countClaims, deleteClaim, extendClaimsOf, findClaim, insertClaim, listFree } from './queries.ts'
import { claimMs, claimsAtOnce, isClaimedByAnother, reviewing } from './rules.ts'

type Claiming = { db: Db; now: Clock }

/** Returns the number of new claims. @throws Refused `missing`; `invalid`: another reviewer has claimed it or decided. */
export const claimReviews = useCase(
  {
    ...reviewing,
    summary:
      "Claims a pending asset for the actor, so that no other reviewer decides on it. Without an id, claims the unclaimed assets that have waited longest, up to the limit per reviewer. A claim expires ten minutes after the reviewer's last action.",
    input: claimInput,
  },
  async (platform: Claiming, actor, { id }): Promise<{ claimed: number }> => {
    const now = platform.now()
    return platform.db.transaction().execute(async (db) => {
      await extend(db, actor, now)
      const claimed = id === undefined ? await claimNext(db, actor, now) : await claimOne(db, actor, id, now)
      for (const assetId of claimed) {
        const subject = `asset:${assetId}` as const
        await recordAction(db, { actor, action: 'claimasset', subject, before: null, after: null }, now)
      }
      return { claimed: claimed.length }
    })
  },
)

async function claimOne(db: Db, actor: Actor, id: number, now: number): Promise<number[]> {
  const asset = await findAsset(db, id)
  if (!asset) throw new Refused('assets.not_found')
  if (asset.visibility !== 'Pending') throw reviewed()
  const before = await findClaim(db, id)
  if (!(await claim(db, actor, id, now))) throw await claimedByAnother(db, id)
  return before?.holder_id === actor.id && before.until > now ? [] : [id]
}

async function claimNext(db: Db, actor: Actor, now: number): Promise<number[]> {
  const looking = { actorId: actor.id, now }
  const room = claimsAtOnce - (await countClaims(db, { ...looking, limit: claimsAtOnce }))
  const claimed: number[] = []
  while (claimed.length < room) {
    const free = await listFree(db, { ...looking, limit: room - claimed.length })
    if (free.length === 0) break
    // An asset that another reviewer claims at this moment is not listed again.
    for (const id of free) if (await claim(db, actor, id, now)) claimed.push(id)
  }
  return claimed
}

const claim = (db: Db, actor: Actor, assetId: number, now: number) =>
  insertClaim(db, { assetId, holderId: actor.id }, { now, until: now + claimMs })

/** Extends the actor's claims, as every action in the queue does. */
const extend = (db: Db, actor: Actor, now: number) =>
  extendClaimsOf(db, actor.id, { now, until: now + claimMs })

export const extendClaims = useCase(
  { ...reviewing, summary: 'Extends the claims of a reviewer whose page is open.', input: noInput },
  async ({ db, now }: Claiming, actor): Promise<void> => {
    await extend(db, actor, now())
  },
)

export const releaseClaim = useCase(
  { ...reviewing, summary: 'Releases a claim of the actor.', input: releaseInput },
  async (platform: Claiming, actor, { id }): Promise<void> => {
    const now = platform.now()
    await platform.db.transaction().execute(async (db) => {
      if (!(await deleteClaim(db, id, actor.id))) return
      await extend(db, actor, now)
      await recordAction(
        db,
        { actor, action: 'releaseasset', subject: `asset:${id}`, before: null, after: null },
        now,
      )
    })
  },
)

/**
 * Removes the claim on an asset inside the transaction of a decision, which has locked the asset's row.
 *
 * @throws Refused `invalid`: another reviewer has claimed it.
 */
export async function endClaim(db: Db, actor: Actor, assetId: number, now: number): Promise<void> {
  if (isClaimedByAnother(actor, await findClaim(db, assetId), now)) throw await claimedByAnother(db, assetId)
  await deleteClaim(db, assetId)
  await extend(db, actor, now)
}

async function claimedByAnother(db: Db, assetId: number): Promise<Refused> {
  const holder = (await findClaim(db, assetId))?.username
  return holder === undefined
    ? new Refused('review.claimed_by_another')
    : new Refused('review.claimed', { holder, minutes: claimMs / 60_000 })
}

export const reviewed = () => new Refused('review.already')
