import { type Clock, minute } from '@baseplate/service/clock'
import type { Insertable } from 'kysely'
import { requireVerifiedEmail, useCase, type Verifying } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { formIdInput } from '../../foundation/input.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { postInput } from './input.ts'
import { findNewestVersion } from './queries.ts'
import { maxVersions, mayEdit } from './rules.ts'
import type { PostTables } from './tables.ts'
import { noSuchPost, requirePost } from './visibility.ts'

export interface Writing extends Verifying {
  db: Db
  filterText: TextFilter
  now: Clock
  postLimit: Limit
}

/** Limits posts and edits together: enough for a conversation, too few for a spam program. */
export const createPostLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 10,
    windowSeconds: (10 * minute) / 1_000,
    code: 'limits.posts',
  })

/** @throws InvalidFields; Refused `limited`, `forbidden` without a required verified address */
export const writePost = useCase(
  { summary: 'Writes a post, which followers see on their start page.', scope: 'social', input: postInput },
  async (platform: Writing, actor, { content: written }): Promise<{ id: string }> => {
    const { db, now, postLimit, filterText } = platform
    const content = filterText(written)
    await requireVerifiedEmail(platform, actor, 'Posting')
    await postLimit.spend(actor.id)
    const created = now()
    const post = { id: newTimedId(created), author_id: actor.id, created, visibility: 'Visible' as const }
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('posts').values(post).execute()
      await addVersion(trx, { post_id: post.id, number: 1, text: content, created })
    })
    return { id: post.id }
  },
)

/**
 * @throws InvalidFields; Refused `missing`, `forbidden` (also without a required verified address), `invalid` after too many edits,
 * `limited`
 */
export const editPost = useCase(
  {
    summary:
      'Adds a version to a post. Earlier versions stay readable. Saving the same text changes nothing.',
    scope: 'social',
    input: postInput.extend(formIdInput.shape),
  },
  async (platform: Writing, actor, { id, content: written }): Promise<void> => {
    const { db, now, postLimit, filterText } = platform
    const content = filterText(written)
    const post = await requirePost(db, actor, id)
    if (!mayEdit(actor, post)) throw new Refused('posts.editing_forbidden')
    await requireVerifiedEmail(platform, actor, 'Posting')
    await postLimit.spend(actor.id)
    await db.transaction().execute(async (trx) => {
      // Locks the row, so that simultaneous edits come one after the other and never undo a removal.
      const { numUpdatedRows } = await trx
        .updateTable('posts')
        .set({ visibility: 'Visible' })
        .where('id', '=', id)
        .where('visibility', '=', 'Visible')
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw noSuchPost()
      const newest = await findNewestVersion(trx, id)
      if (newest.text === content) return
      if (newest.number >= maxVersions) {
        throw new Refused('posts.too_many_versions', { max: maxVersions })
      }
      await addVersion(trx, { post_id: id, number: newest.number + 1, text: content, created: now() })
    })
  },
)

export const addVersion = (db: Db, version: Insertable<PostTables['post_versions']>) =>
  db.insertInto('post_versions').values(version).execute()
