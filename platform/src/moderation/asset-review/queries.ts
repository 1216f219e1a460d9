import { sql } from 'kysely'
import { isPart, isPending } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import { countedPositions } from './rules.ts'

/** Pending assets. The image of another asset is approved with that asset. */
const waiting = (db: Db) =>
  db
    .selectFrom('assets')
    .where(isPending)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))

/** Lists the start of the queue, with one asset more than the maximum that is counted. */
export async function listQueue(db: Db): Promise<{ id: number; since: number }[]> {
  return waiting(db)
    .select(['assets.id', 'assets.waiting_since as since'])
    .orderBy('assets.waiting_since')
    .orderBy('assets.id')
    .limit(countedPositions + 1)
    .execute()
}

interface Looking {
  actorId: string
  now: number
  limit: number
}

/** Pending assets in the order of the queue: the actor's claims, unclaimed ones, or other reviewers' claims. */
const waitingFor = (db: Db, whose: 'mine' | 'free' | 'others', { actorId, now, limit }: Looking) =>
  waiting(db)
    .leftJoin('review_claims as claim', (join) =>
      join.onRef('claim.asset_id', '=', 'assets.id').on('claim.until', '>', now),
    )
    .$if(whose === 'mine', (query) => query.where('claim.holder_id', '=', actorId))
    .$if(whose === 'free', (query) => query.where('claim.holder_id', 'is', null))
    .$if(whose === 'others', (query) => query.where('claim.holder_id', '<>', actorId))
    .orderBy('assets.waiting_since')
    .orderBy('assets.id')
    .limit(limit)

export const listWaiting = (db: Db, whose: 'mine' | 'free', looking: Looking) =>
  waitingFor(db, whose, looking)
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .leftJoin('users', 'users.id', 'assets.creator_id')
    .select([
      'assets.id',
      'assets.name',
      'assets.type',
      'assets.description',
      'assets.price',
      'assets.for_sale as forSale',
      'assets.created',
      'assets.waiting_since as since',
      'assets.file_size as size',
      'assets.file_sha256 as file',
      'assets.picture_hash as pictureHash',
      'assets.name_key as nameKey',
      'assets.creator_id as creatorId',
      'assets.thumbnail',
      'asset_parts.image_id as imageId',
      'users.username as creatorUsername',
      'claim.until',
    ])
    .execute()

/** Lists assets that other reviewers have claimed. */
export const listClaimedByOthers = (db: Db, looking: Looking) =>
  waitingFor(db, 'others', looking)
    .innerJoin('users as holder', 'holder.id', 'claim.holder_id')
    .select([
      'assets.id',
      'assets.name',
      'assets.type',
      'assets.waiting_since as since',
      'holder.username as holder',
      'claim.until',
    ])
    .execute()

export const listFree = async (db: Db, looking: Looking): Promise<number[]> =>
  (await waitingFor(db, 'free', looking).select('assets.id').execute()).map(({ id }) => id)

export const countClaims = async (db: Db, looking: Looking): Promise<number> =>
  (await waitingFor(db, 'mine', looking).select('assets.id').execute()).length

/** Returns the claim on an asset, which may have expired. */
export const findClaim = (db: Db, assetId: number) =>
  db
    .selectFrom('review_claims')
    .innerJoin('users', 'users.id', 'review_claims.holder_id')
    .select(['holder_id', 'until', 'username'])
    .where('asset_id', '=', assetId)
    .executeTakeFirst()

/** Claims an asset, and returns whether the holder has it now. Only one of two reviewers at once gets it. */
export async function insertClaim(
  db: Db,
  { assetId, holderId }: { assetId: number; holderId: string },
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('review_claims')
    .values({ asset_id: assetId, holder_id: holderId, until })
    .onConflict((conflict) =>
      conflict
        .column('asset_id')
        .doUpdateSet({ holder_id: holderId, until })
        .where((eb) =>
          eb.or([eb('review_claims.until', '<=', now), eb('review_claims.holder_id', '=', holderId)]),
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Extends all claims of a reviewer. */
export const extendClaimsOf = (db: Db, holderId: string, { now, until }: { now: number; until: number }) =>
  db
    .updateTable('review_claims')
    .set({ until })
    .where('holder_id', '=', holderId)
    .where('until', '>', now)
    .execute()

/** Removes a claim, or only the claim of `holderId` if that is given. Returns whether there was one. */
export async function deleteClaim(db: Db, assetId: number, holderId?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('review_claims')
    .where('asset_id', '=', assetId)
    .$if(holderId !== undefined, (query) => query.where('holder_id', '=', holderId ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Items with their takedown in force. Ids of content are texts. */
export const withTakedowns = (db: Db) =>
  db
    .selectFrom('assets')
    .leftJoin('takedowns as takedown', (join) =>
      join
        .on('takedown.content_type', '=', 'asset')
        .on('takedown.content_id', '=', sql<string>`cast(assets.id as text)`)
        .on('takedown.ended', 'is', null),
    )
