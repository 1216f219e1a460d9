import { type Selectable, sql } from 'kysely'
import { usernameKey } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import type { AppealDecision } from '../actions/rules.ts'
import type { TakedownFilter } from './input.ts'
import type { TakedownTables } from './tables.ts'

export type TakedownRow = Selectable<TakedownTables['place_takedowns']>

/** Returns the takedown that is in force. */
export const findTakedown = (db: Db, placeId: number): Promise<TakedownRow | undefined> =>
  db
    .selectFrom('place_takedowns')
    .selectAll()
    .where('place_id', '=', placeId)
    .where('ended', 'is', null)
    .executeTakeFirst()

/** Begins a takedown. The caller holds the place's row. */
export async function insertTakedown(
  db: Db,
  takedown: Pick<TakedownRow, 'place_id' | 'created' | 'reason' | 'moderator_id'>,
): Promise<void> {
  const { last } = await db
    .selectFrom('place_takedowns')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('place_id', '=', takedown.place_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('place_takedowns')
    .values({
      ...takedown,
      number: Number(last ?? 0) + 1,
      ended: null,
      appealed: null,
      appeal: null,
      decided: null,
      decision: null,
      decided_by: null,
    })
    .execute()
}

export const endTakedown = (db: Db, placeId: number, now: number) =>
  db
    .updateTable('place_takedowns')
    .set({ ended: now })
    .where('place_id', '=', placeId)
    .where('ended', 'is', null)
    .execute()

/** Adds an appeal, and returns whether it was added. A takedown can be appealed once, while it is in force. */
export async function addAppeal(
  db: Db,
  { place_id, number }: TakedownRow,
  { created, text }: { created: number; text: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('place_takedowns')
    .set({ appealed: created, appeal: text })
    .where('place_id', '=', place_id)
    .where('number', '=', number)
    .where('appealed', 'is', null)
    .where('ended', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the decision on an appeal, and returns whether the appeal was undecided. */
export async function settleAppeal(
  db: Db,
  { place_id, number }: Pick<TakedownRow, 'place_id' | 'number'>,
  outcome: { decided: number; decision: AppealDecision; answer: string; decided_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('place_takedowns')
    .set(outcome)
    .where('place_id', '=', place_id)
    .where('number', '=', number)
    .where('appealed', 'is not', null)
    .where('decided', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findTakedownNumbered = (db: Db, placeId: number, number: number) =>
  db
    .selectFrom('place_takedowns')
    .selectAll()
    .where('place_id', '=', placeId)
    .where('number', '=', number)
    .executeTakeFirst()

const takedowns = (db: Db) =>
  db
    .selectFrom('place_takedowns as takedown')
    .innerJoin('places', 'places.id', 'takedown.place_id')
    .leftJoin('users as owner', 'owner.id', 'places.owner_id')
    .leftJoin('users as moderator', 'moderator.id', 'takedown.moderator_id')
    .leftJoin('users as decider', 'decider.id', 'takedown.decided_by')
    .select([
      'places.id',
      'places.name',
      'places.icon',
      'places.owner_id',
      'owner.username as ownerUsername',
      'owner.permission_level as ownerLevel',
      'takedown.number',
      'takedown.created as takenDown',
      'takedown.reason',
      'takedown.moderator_id',
      'moderator.username as moderator',
      'takedown.appealed',
      'takedown.appeal as text',
      'takedown.decided',
      'takedown.decision',
      'takedown.answer',
      'decider.username as decidedBy',
    ])

interface Stretch {
  after: NumberedCursor | undefined
  limit: number
}

/** Lists takedowns that are in force. */
export const listTakedowns = (
  db: Db,
  { owner, sort }: Pick<TakedownFilter, 'owner' | 'sort'>,
  { after, limit }: Stretch,
) =>
  takedowns(db)
    .select('takedown.created as created')
    .where('takedown.ended', 'is', null)
    .$if(owner !== '', (query) => query.where('owner.username_key', '=', usernameKey(owner)))
    .$call((query) =>
      keysetPage(query, ['takedown.created', 'takedown.place_id'], {
        after: after && [after.created, after.id],
        direction: sort === 'newest' ? 'desc' : 'asc',
        limit,
      }),
    )
    .execute()

/** Lists open appeals, the oldest first, or decided ones, the newest decision first. */
export function listPlaceAppeals(db: Db, decided: boolean, { after, limit }: Stretch) {
  const column = decided ? 'takedown.decided' : 'takedown.appealed'
  return takedowns(db)
    .select(({ fn, ref }) => fn.coalesce(ref(column), ref('takedown.created')).as('created'))
    .$if(decided, (query) => query.where('takedown.decided', 'is not', null))
    .$if(!decided, (query) => query.where(isOpen))
    .$call((query) =>
      keysetPage(query, [column, 'takedown.place_id'], {
        after: after && [after.created, after.id],
        direction: decided ? 'desc' : 'asc',
        limit,
      }),
    )
    .execute()
}

export async function countOpenPlaceAppeals(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('place_takedowns as takedown')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An appeal is closed when its takedown ends. */
const isOpen = sql<boolean>`takedown.appealed is not null and takedown.decided is null and takedown.ended is null`
