import { type Selectable, sql } from 'kysely'
import { lockUser, setPortrait } from '../accounts/queries.ts'
import type { Db } from '../database.ts'
import type { Cursor } from '../foundation/cursor.ts'
import { keysetPage } from '../foundation/database/keyset.ts'
import type { RenderFilter } from './input.ts'
import {
  assetSubject,
  type RenderPriority,
  type RenderState,
  type RenderSubject,
  subjectOf,
  userSubject,
} from './rules.ts'
import type { RenderTables } from './tables.ts'

export type RenderRow = Selectable<RenderTables['renders']>

/** Each subject is there once. What was waiting keeps its place in the queue, and its priority if that was higher. */
export async function insertRenders(
  db: Db,
  requests: readonly { subject: RenderSubject; renderId: string }[],
  { priority, edition, now }: { priority: RenderPriority; edition: number; now: number },
): Promise<void> {
  await db
    .insertInto('renders')
    .values(
      requests.map(({ subject, renderId }) => ({
        subject,
        render_id: renderId,
        state: 'waiting' as const,
        priority,
        edition,
        attempts: 0,
        requested: now,
        due: now,
        finished: null,
        reason: null,
        omitted: null,
        losses: 0,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => {
        const waiting = eb('renders.state', '=', 'waiting')
        const sooner = eb.and([waiting, eb('renders.priority', '<', priority)])
        return {
          render_id: eb.ref('excluded.render_id'),
          state: 'waiting',
          priority: eb.case().when(sooner).then(eb.ref('renders.priority')).else(priority).end(),
          edition,
          attempts: 0,
          requested: eb.case().when(waiting).then(eb.ref('renders.requested')).else(now).end(),
          due: now,
          finished: null,
          reason: null,
          omitted: null,
          losses: 0,
        }
      }),
    )
    .execute()
}

/** The last request for a subject's pictures. */
export const findRender = (db: Db, subject: RenderSubject): Promise<RenderRow | undefined> =>
  db.selectFrom('renders').selectAll().where('subject', '=', subject).executeTakeFirst()

export const findRenderById = (db: Db, renderId: string): Promise<RenderRow | undefined> =>
  db.selectFrom('renders').selectAll().where('render_id', '=', renderId).executeTakeFirst()

/** What may be begun now, the first of the queue first: also what a renderer has begun and was lost with. */
export async function findDueRenders(db: Db, now: number, limit: number): Promise<RenderRow[]> {
  const inState = (state: RenderState) =>
    db
      .selectFrom('renders')
      .selectAll()
      .where('state', '=', state)
      .where('due', '<=', now)
      .orderBy('priority')
      .orderBy('requested')
      .limit(limit)
      .execute()
  const found = [...(await inState('waiting')), ...(await inState('drawing'))]
  return found
    .sort((one, other) => one.priority - other.priority || one.requested - other.requested)
    .slice(0, limit)
}

/** Takes a request for drawing; false when somebody else was quicker, or it is another one by now. */
export async function beginRender(
  db: Db,
  { subject, render_id, due }: Pick<RenderRow, 'subject' | 'render_id' | 'due'>,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('renders')
    .set((eb) => ({ state: 'drawing', due: until, attempts: eb('attempts', '+', 1) }))
    .where('subject', '=', subject)
    .where('render_id', '=', render_id)
    .where('due', '=', due)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type RenderOutcome = Partial<Pick<RenderRow, 'due' | 'finished' | 'reason' | 'omitted' | 'losses'>> &
  Pick<RenderRow, 'state'>

/** Sets what became of one attempt. Nothing happens when another one has begun, or the request is not being drawn any more. */
export async function settleAttempt(
  db: Db,
  { render_id, attempts }: Pick<RenderRow, 'render_id' | 'attempts'>,
  outcome: RenderOutcome,
): Promise<void> {
  await db
    .updateTable('renders')
    .set(outcome)
    .where('render_id', '=', render_id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'drawing')
    .execute()
}

/** Sets what became of a request; false when it is another one by now, or is done. */
export async function settleRender(db: Db, renderId: string, outcome: RenderOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('renders')
    .set(outcome)
    .where('render_id', '=', renderId)
    .where('state', '!=', 'done')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a subject drawn again whose last request is done, or about to be. What waits is drawn anyway. */
export const repeatRender = (
  db: Db,
  subject: RenderSubject,
  { renderId, now }: { renderId: string; now: number },
) =>
  db
    .updateTable('renders')
    .set({
      render_id: renderId,
      state: 'waiting',
      due: now,
      attempts: 0,
      losses: 0,
      finished: null,
      reason: null,
      omitted: null,
    })
    .where('subject', '=', subject)
    .where('state', 'in', ['drawing', 'done'])
    .execute()

/** Holds the row of what has the pictures until the transaction ends: either database locks a row that is written. */
export async function holdSubject(db: Db, subject: RenderSubject): Promise<void> {
  const { userId, assetId } = subjectOf(subject)
  if (userId === undefined) {
    const held = db.updateTable('assets').set(({ ref }) => ({ created: ref('created') }))
    await held.where('id', '=', assetId).execute()
  } else await lockUser(db, userId)
}

/** Names the small picture that lists show from now on; null: none. */
export async function setPreview(db: Db, subject: RenderSubject, name: string | null): Promise<void> {
  const { userId, assetId } = subjectOf(subject)
  if (userId === undefined)
    await db.updateTable('assets').set({ thumbnail: name }).where('id', '=', assetId).execute()
  else await setPortrait(db, userId, name)
}

/** How many are in each state that somebody may have to look at, and how many pictures leave out what is broken. */
export async function countRenders(
  db: Db,
): Promise<{ waiting: number; drawing: number; failed: number; incomplete: number }> {
  const counts = { waiting: 0, drawing: 0, failed: 0, incomplete: await countIncomplete(db) }
  for (const state of ['waiting', 'drawing', 'failed'] as const) {
    const row = await db
      .selectFrom('renders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    counts[state] = Number(row.count)
  }
  return counts
}

/** How many pictures leave out what is broken. */
export async function countIncomplete(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('renders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('omitted', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countWaiting(db: Db, priority: RenderPriority): Promise<number> {
  const { count } = await db
    .selectFrom('renders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('priority', '=', priority)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whoever waits since the earliest. */
export const findLongestWaiting = (db: Db): Promise<{ requested: number } | undefined> =>
  db
    .selectFrom('renders')
    .select('requested')
    .where('state', '=', 'waiting')
    .orderBy('requested')
    .limit(1)
    .executeTakeFirst()

const listedStates = {
  failed: ['failed'],
  queue: ['waiting', 'drawing'],
  incomplete: ['done'],
  all: ['failed', 'waiting', 'drawing'],
} as const satisfies Record<string, readonly RenderState[]>

/** By when they were asked for. */
export function listRenders(
  db: Db,
  { state, kind, sort }: Pick<RenderFilter, 'state' | 'kind' | 'sort'>,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<RenderRow[]> {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return db
    .selectFrom('renders')
    .selectAll()
    .$if(state === 'incomplete', (query) => query.where('omitted', 'is not', null))
    .$if(state !== 'incomplete', (query) => query.where('state', 'in', listedStates[state]))
    .$if(kind !== '', (query) => query.where('subject', 'like', sql<RenderSubject>`${`${kind}:%`}`))
    .$call((query) =>
      keysetPage(query, ['requested', 'subject'], {
        after: after && [after.created, after.id],
        direction,
        limit,
      }),
    )
    .execute()
}

/** The last first. */
export const listFailedRenders = (db: Db, limit: number): Promise<RenderRow[]> =>
  db
    .selectFrom('renders')
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('finished', 'desc')
    .orderBy('subject')
    .limit(limit)
    .execute()

/** What users and assets are called, by subject; those that are gone are not in it. */
export async function findSubjectNames(
  db: Db,
  subjects: readonly RenderSubject[],
): Promise<Map<RenderSubject, string>> {
  const of = subjects.map(subjectOf)
  const userIds = of.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const assetIds = of.flatMap(({ assetId }) => (assetId === undefined ? [] : [assetId]))
  const users = userIds.length
    ? await db.selectFrom('users').select(['id', 'username']).where('id', 'in', userIds).execute()
    : []
  const assets = assetIds.length
    ? await db.selectFrom('assets').select(['id', 'name']).where('id', 'in', assetIds).execute()
    : []
  return new Map([
    ...users.map(({ id, username }) => [userSubject(id), username] as const),
    ...assets.map(({ id, name }) => [assetSubject(id), name] as const),
  ])
}
