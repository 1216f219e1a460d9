import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import { isServed } from '../../assets/door.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { inBatches } from '../../foundation/file-reference.ts'
import { countIncomplete, type RenderRow } from '../../rendering/door.ts'
import {
  assetSubject,
  type RenderState,
  type RenderSubject,
  subjectOf,
  userSubject,
} from '../../rendering/rules.ts'
import type { RenderFilter } from './input.ts'

/** Counts the renders that are not done, by state, and the renders that leave out a broken item. */
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

/** Lists renders by the time of the request. */
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

/** Lists failed renders, the latest failure first. */
export const listFailedRenders = (db: Db, limit: number): Promise<RenderRow[]> =>
  db
    .selectFrom('renders')
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('finished', 'desc')
    .orderBy('subject')
    .limit(limit)
    .execute()

/** Finds the names of users and assets. Deleted subjects are missing from the map. */
export async function findSubjectNames(
  db: Db,
  subjects: readonly RenderSubject[],
): Promise<Map<RenderSubject, string>> {
  const ids = subjects.map(subjectOf)
  const userIds = ids.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const assetIds = ids.flatMap(({ assetId }) => (assetId === undefined ? [] : [assetId]))
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

/** A user or an asset that should have pictures. */
export interface Pictured {
  subject: RenderSubject
  /** State of the last request; null when there was none. */
  state: RenderState | null
  edition: number | null
  /** Broken items that the pictures leave out. */
  omitted: string | null
  /** Name of the preview; null when there is none. */
  preview: string | null
}

/**
 * Lists all users, then all assets that can be drawn. Moderated assets, and assets that wait for approval of a new file, are
 * not drawn.
 *
 * @param unpictured types of assets that have no pictures.
 */
export async function* listPictured(db: Db, unpictured: readonly number[]): AsyncGenerator<Pictured, void> {
  const users = inBatches((after: { id: string } | undefined, limit) =>
    db
      .selectFrom('users')
      .leftJoin('renders', (join) =>
        join.on('renders.subject', '=', sql<RenderSubject>`${sql.lit('user:')} || users.id`),
      )
      .select(['users.id', 'users.portrait', 'renders.state', 'renders.edition', 'renders.omitted'])
      .where('users.id', '>', after?.id ?? '')
      .orderBy('users.id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, portrait, ...render } of users) {
    yield { subject: userSubject(id), ...render, preview: portrait }
  }

  const assets = inBatches((after: { id: number } | undefined, limit) =>
    db
      .selectFrom('assets')
      .leftJoin('renders', (join) =>
        join.on('renders.subject', '=', sql<RenderSubject>`${sql.lit('asset:')} || assets.id`),
      )
      .select(['assets.id', 'assets.thumbnail', 'renders.state', 'renders.edition', 'renders.omitted'])
      .where('assets.id', '>', after?.id ?? 0)
      .where('type', 'not in', unpictured)
      .where(isServed)
      .orderBy('assets.id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, thumbnail, ...render } of assets) {
    yield { subject: assetSubject(id), ...render, preview: thumbnail }
  }
}
