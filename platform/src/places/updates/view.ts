import type { Actor } from '../../accounts/rules.ts'
import { countUpdateComments, viewComments } from '../../comments/door.ts'
import type { Db } from '../../foundation/database.ts'
import { findNewestUpdate, listNoted, requireUpdate } from './queries.ts'
import { maxCommentsCounted, updatesPerPage } from './rules.ts'

/**
 * Returns the updates of a place that the viewer sees, the newest first.
 *
 * @param before version of the last update of the previous page
 */
export async function viewUpdates({ db }: { db: Db }, placeId: number, before?: number) {
  const limit = updatesPerPage + 1
  const found = await listNoted(db, placeId, { limit, ...(before !== undefined && { before }) })
  const shown = found.slice(0, updatesPerPage)
  const versions = shown.map(({ version }) => version)
  const comments = await countUpdateComments(db, placeId, versions, maxCommentsCounted)
  return {
    updates: shown.map((update) => ({ ...update, comments: comments.get(update.version) ?? 0 })),
    /** Version to continue with; null on the last page. */
    nextUpdates: found.length > updatesPerPage ? (versions.at(-1) ?? null) : null,
    /** The version that is played, which the maker may describe. */
    newest: (await findNewestUpdate(db, placeId)) ?? null,
  }
}

/** Returns one update with its comments. @throws Refused `missing`: no such update; `invalid`: the cursor is malformed. */
export async function viewUpdate(
  { db }: { db: Db },
  viewer: Actor,
  { placeId, version, cursor }: { placeId: number; version: number; cursor: string | undefined },
) {
  const update = await requireUpdate(db, placeId, version)
  const thread = { about: 'place', id: placeId, version } as const
  const { comments, next } = await viewComments(db, viewer, thread, { cursor })
  return { ...update, comments, nextComments: next }
}
