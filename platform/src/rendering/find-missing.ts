import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { inBatches } from '../foundation/file-reference.ts'
import { assetSubject, type RenderState, type RenderSubject, userSubject } from './rules.ts'

/** What has pictures, or ought to. */
export interface Pictured {
  subject: RenderSubject
  /** Of the last request for its pictures; null: there was never one. */
  state: RenderState | null
  edition: number | null
  /** What its pictures leave out as it is broken. */
  omitted: string | null
  /** What names its small picture; null: there is none. */
  preview: string | null
}

/**
 * All users, then all assets that can be drawn, a part at a time. What is moderated, or waits for approval of another file, is
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
      .where('visibility', '!=', 'Moderated')
      .where('withheld', '=', 0)
      .orderBy('assets.id')
      .limit(limit)
      .execute(),
  )
  for await (const { id, thumbnail, ...render } of assets) {
    yield { subject: assetSubject(id), ...render, preview: thumbnail }
  }
}
