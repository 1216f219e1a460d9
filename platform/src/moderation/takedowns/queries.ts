import { keysetPage } from '@baseplate/storage/database/keyset'
import type { Selectable } from 'kysely'
import { usernameKey } from '../../accounts/rules.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { TakedownFilter } from './input.ts'
import type { ContentType } from './rules.ts'
import type { TakedownTables } from './tables.ts'

type TakedownRow = Selectable<TakedownTables['takedowns']>

interface ContentKey {
  type: ContentType
  id: string
}

/** Returns the takedown in force. */
export const findTakedown = (db: Db, { type, id }: ContentKey): Promise<TakedownRow | undefined> =>
  db
    .selectFrom('takedowns')
    .selectAll()
    .where('content_type', '=', type)
    .where('content_id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst()

interface Starting {
  reason: string
  /** The content was never visible. */
  isRejection: boolean
  moderatorId: string
  now: number
}

/** Starts a takedown. The caller's transaction has changed the content's row, so no other takedown of it starts meanwhile. */
export async function insertTakedown(
  db: Db,
  { type, id, ownerId }: ContentKey & { ownerId: string | null },
  { reason, isRejection, moderatorId, now }: Starting,
): Promise<void> {
  const { last } = await db
    .selectFrom('takedowns')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('content_type', '=', type)
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('takedowns')
    .values({
      content_type: type,
      content_id: id,
      number: Number(last ?? 0) + 1,
      created: now,
      reason,
      rejected: isRejection ? 1 : 0,
      moderator_id: moderatorId,
      owner_id: ownerId,
      ended: null,
    })
    .execute()
}

export const endTakedown = (db: Db, { type, id }: ContentKey, now: number) =>
  db
    .updateTable('takedowns')
    .set({ ended: now })
    .where('content_type', '=', type)
    .where('content_id', '=', id)
    .where('ended', 'is', null)
    .execute()

/** Lists the takedowns in force of this content, each with its appeal. */
export const listTakedownsOf = (db: Db, type: ContentType, ids: readonly string[]) =>
  inForce(db, [type])
    .select(['takedown.rejected', 'appeal.text', 'appeal.decision', 'appeal.answer'])
    .where('takedown.content_id', 'in', ids)
    .execute()

/** Lists all takedowns in force of these types, without rejections in review, because that content was never visible. */
export const listTakedowns = (
  db: Db,
  types: readonly ContentType[],
  { owner, sort }: Pick<TakedownFilter, 'owner' | 'sort'>,
  { after, limit }: { after: Cursor | undefined; limit: number },
) =>
  inForce(db, types)
    .where('takedown.rejected', '=', 0)
    .leftJoin('users as owner', 'owner.id', 'takedown.owner_id')
    .leftJoin('users as moderator', 'moderator.id', 'takedown.moderator_id')
    .select(['owner.username as owner', 'moderator.username as moderator'])
    .$if(owner !== '', (query) => query.where('owner.username_key', '=', usernameKey(owner)))
    .$call((query) =>
      keysetPage(query, ['takedown.created', 'takedown.content_id'], {
        after: after && [after.created, after.id],
        direction: sort === 'newest' ? 'desc' : 'asc',
        limit,
      }),
    )
    .execute()

const inForce = (db: Db, types: readonly ContentType[]) =>
  db
    .selectFrom('takedowns as takedown')
    .leftJoin('appeals as appeal', (join) =>
      join
        .onRef('appeal.subject_type', '=', 'takedown.content_type')
        .onRef('appeal.subject_id', '=', 'takedown.content_id')
        .onRef('appeal.number', '=', 'takedown.number'),
    )
    .select([
      'takedown.content_type as type',
      'takedown.content_id as id',
      'takedown.created',
      'takedown.reason',
      'appeal.created as appealed',
      'appeal.decided',
    ])
    .where('takedown.content_type', 'in', types)
    .where('takedown.ended', 'is', null)
