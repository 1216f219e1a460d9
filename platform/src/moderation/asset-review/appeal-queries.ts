import type { Db } from '../../database.ts'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { type AppealDecision, appealOrder } from '../actions/rules.ts'

/** @returns whether it was added: against one refusal, its creator appeals once. */
export async function insertAssetAppeal(
  db: Db,
  appeal: { asset_id: number; number: number; created: number; text: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('asset_appeals')
    .values({ ...appeal, decided: null, decision: null, decided_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export const findAssetAppeal = (db: Db, assetId: number, number: number) =>
  db
    .selectFrom('asset_appeals')
    .selectAll()
    .where('asset_id', '=', assetId)
    .where('number', '=', number)
    .executeTakeFirst()

/** Answers whether nobody had decided until then. */
export async function settleAssetAppeal(
  db: Db,
  { assetId, number }: { assetId: number; number: number },
  outcome: { decided: number; decision: AppealDecision; answer: string; decided_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('asset_appeals')
    .set(outcome)
    .where('asset_id', '=', assetId)
    .where('number', '=', number)
    .where('decided', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Appeals in their order. One waits as long as what it is about is moderated: when
 * that has ended, there is nothing to decide.
 */
export function listAssetAppeals(
  db: Db,
  { decided, after, limit }: { decided: boolean; after: NumberedCursor | undefined; limit: number },
) {
  const { column, direction } = appealOrder(decided)
  return (
    appeals(db, decided)
      // Of a later refusal, the reason is not the one that this is about.
      .leftJoin('asset_refusals as refusal', (join) =>
        join.onRef('refusal.asset_id', '=', 'appeal.asset_id').onRef('refusal.number', '=', 'appeal.number'),
      )
      .leftJoin('users as creator', 'creator.id', 'assets.creator_id')
      .leftJoin('users as moderator', 'moderator.id', 'refusal.moderator_id')
      .leftJoin('users as decider', 'decider.id', 'appeal.decided_by')
      .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
      .select([
        'assets.id',
        'assets.name',
        'assets.type',
        'assets.creator_id',
        'asset_parts.image_id as imageId',
        'creator.username as creatorUsername',
        'creator.permission_level as creatorLevel',
        'appeal.number',
        'refusal.reason',
        'refusal.created as refused',
        'refusal.moderator_id',
        'moderator.username as moderator',
        'appeal.created as appealed',
        'appeal.text',
        'appeal.decided',
        'appeal.decision',
        'appeal.answer',
        'decider.username as decidedBy',
      ])
      .select(({ fn, ref }) => fn.coalesce(ref(column), ref('appeal.created')).as('created'))
      .$call((query) =>
        keysetPage(query, [column, 'appeal.asset_id'], {
          after: after && [after.created, after.id],
          direction,
          limit,
        }),
      )
      .execute()
  )
}

export async function countOpenAssetAppeals(db: Db): Promise<number> {
  const { count } = await appeals(db, false)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const appeals = (db: Db, decided: boolean) =>
  db
    .selectFrom('asset_appeals as appeal')
    .innerJoin('assets', 'assets.id', 'appeal.asset_id')
    .where('appeal.decided', decided ? 'is not' : 'is', null)
    .$if(!decided, (query) =>
      query
        .where('assets.visibility', '=', 'Moderated')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('asset_refusals as current')
              .select('current.asset_id')
              .whereRef('current.asset_id', '=', 'appeal.asset_id')
              .whereRef('current.number', '=', 'appeal.number'),
          ),
        ),
    )
