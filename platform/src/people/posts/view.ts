import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { type Page, parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { threadInput } from './input.ts'
import {
  findPostRow,
  listAnswers,
  listFollowedPosts,
  listPostsOf,
  listVersions,
  type PostRow,
} from './queries.ts'
import { type PostVisibility, seesModerated } from './rules.ts'
import { noSuchPost, requirePost } from './visibility.ts'

const perPage = 20

/** A post as pages show it (docs/reference/site-api.md#posts). */
export interface Post {
  id: string
  created: number
  /** Newest version first. */
  content: PostVersion[]
  visibility: PostVisibility
  /** A moderator's reason for removing the post. Null: none was recorded. */
  removalReason?: string | null
  author: { id: string; username: string; portrait: string | null }
  /** Number of likes, and whether the viewer is among them. */
  likes: number
  liked: boolean
  /** Number of answers. */
  answers: number
  /** Id of the post that this one answers; null: none. */
  answerTo: string | null
}

interface PostVersion {
  id: string
  text: string
  updated: number
}

/** A page of posts and the cursor of the next page. Null: the list ends. */
export interface Posts {
  posts: Post[]
  next: string | null
}

/** Returns a page of an author's posts that this viewer may see. @throws Refused `invalid` for an invalid cursor. */
export const viewPostsOf = (db: Db, viewer: Actor, authorId: string, cursor?: string): Promise<Posts> =>
  readPage(db, cursor, (page) =>
    listPostsOf(db, viewer, authorId, { ...page, includeModerated: seesModerated(viewer, authorId) }),
  )

/** Returns a page of the posts of authors whom the actor follows. @throws Refused `invalid` for an invalid cursor. */
export const viewFollowedPosts = (db: Db, actor: Actor, cursor?: string): Promise<Posts> =>
  readPage(db, cursor, (page) => listFollowedPosts(db, actor, page))

/** @throws Refused `missing`; `invalid` for an invalid cursor */
export const viewThread = useCase(
  {
    summary:
      'Returns a post with a page of its answers, the oldest first. For an answer, returns the post that it answers.',
    scope: 'read',
    input: threadInput,
  },
  async ({ db }: { db: Db }, viewer, { id, cursor }) => {
    const asked = await requirePost(db, viewer, id)
    const root = asked.answer_to === null ? asked : await requirePost(db, viewer, asked.answer_to)
    const row = await findPostRow(db, viewer, root.id)
    const [post] = row ? await withContent(db, [row]) : []
    if (!post) throw noSuchPost()
    const { posts: answers, next } = await readPage(db, cursor, (page) =>
      listAnswers(db, root.id, viewer, page),
    )
    return { post, answers, next }
  },
)

async function readPage(
  db: Db,
  cursor: string | undefined,
  read: (page: { after?: string | undefined; limit: number }) => Promise<PostRow[]>,
): Promise<Posts> {
  const after = parseCursor(cursor)?.id
  const { rows, next }: Page<PostRow> = toPage(await read({ after, limit: perPage + 1 }), perPage)
  return { posts: await withContent(db, rows), next }
}

const versionId = (postId: string, number: number) => `${postId}-${number}`

async function withContent(db: Db, rows: readonly PostRow[]): Promise<Post[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const versions = Map.groupBy(await listVersions(db, ids), ({ post_id }) => post_id)
  return rows.map(({ id, created, visibility, removal_reason, author_id, author, portrait, ...row }) => ({
    id,
    created,
    content: (versions.get(id) ?? []).map((version) => ({
      id: versionId(id, version.number),
      text: version.text,
      updated: version.created,
    })),
    visibility,
    ...(visibility === 'Moderated' && { removalReason: removal_reason }),
    author: { id: author_id, username: author, portrait },
    likes: row.likes,
    liked: Boolean(row.liked),
    answers: row.answers,
    answerTo: row.answer_to,
  }))
}
