import { profilePath } from '../../accounts/rules.ts'
import { threadOf } from '../../comments/rules.ts'
import { numberOfId } from '../../foundation/asset-ids.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { groupPath } from '../../people/groups/rules.ts'
import { addressOfPost } from '../../people/posts/rules.ts'
import { threadPath } from '../commented.ts'
import { commentTitle, postTitle } from '../reports/rules.ts'
import type { SubjectType } from '../subject-types.ts'

/** The current name and address of a subject. */
interface NamedSubject {
  name: string
  /** Path of its page. */
  address: string
  /** Type of a report's subject. Pages make the title of a reported post or comment from it. */
  reported?: SubjectType
}

/** Returns the named subjects, keyed as the log stores them. Deleted subjects are left out. */
export async function nameSubjects(db: Db, subjects: readonly string[]): Promise<Map<string, NamedSubject>> {
  const ids = Map.groupBy(
    subjects.map((subject) => subject.split(':', 2)),
    ([kind]) => kind,
  )
  const named = new Map<string, NamedSubject>()
  for (const [kind, find] of Object.entries(finders)) {
    const asked = new Set(ids.get(kind)?.map(([, id = '']) => id))
    if (asked.size === 0) continue
    for (const { id, ...subject } of await find(db, [...asked])) named.set(`${kind}:${id}`, subject)
  }
  return named
}

type Find = (db: Db, ids: readonly string[]) => Promise<(NamedSubject & { id: string | number })[]>

const numbersOf = (ids: readonly string[]) => ids.map(numberOfId)

async function findProfiles(db: Db, ids: readonly string[]) {
  const users = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  return users.map(({ id, username }) => ({ id, name: username, address: profilePath(username) }))
}

const finders: Record<string, Find> = {
  async user(db, ids) {
    const users = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
    return users.map(({ id, username }) => ({ id, name: username, address: `/admin/accounts/${username}` }))
  },

  description: findProfiles,
  styling: findProfiles,

  async place(db, ids) {
    const places = await db
      .selectFrom('places')
      .select(['id', 'name'])
      .where('id', 'in', numbersOf(ids))
      .execute()
    return places.map(({ id, name }) => ({ id, name, address: `/place/${id}/${slugOf(name)}` }))
  },

  async asset(db, ids) {
    const assets = await db
      .selectFrom('assets')
      .select(['id', 'name'])
      .where('id', 'in', numbersOf(ids))
      .execute()
    return assets.map(({ id, name }) => ({ id, name, address: `/catalog/${id}/${slugOf(name)}` }))
  },

  async group(db, ids) {
    const groups = await db
      .selectFrom('groups')
      .select(['id', 'name'])
      .where('id', 'in', numbersOf(ids))
      .execute()
    return groups.map(({ id, name }) => ({ id, name, address: groupPath(name) }))
  },

  async post(db, ids) {
    const posts = await db
      .selectFrom('posts')
      .innerJoin('users', 'users.id', 'posts.author_id')
      .select(['posts.id', 'posts.answer_to', 'users.username'])
      .where('posts.id', 'in', ids)
      .execute()
    return posts.map(({ id, answer_to, username }) => ({
      id,
      name: postTitle(username),
      address: addressOfPost(username, { id, answer_to }),
    }))
  },

  async comment(db, ids) {
    const comments = await db
      .selectFrom('comments as comment')
      .innerJoin('users', 'users.id', 'comment.author_id')
      .leftJoin('assets', 'assets.id', 'comment.asset_id')
      .leftJoin('places', 'places.id', 'comment.place_id')
      .leftJoin('groups', 'groups.id', 'comment.group_id')
      .select(['comment.id', 'comment.asset_id', 'comment.place_id', 'comment.group_id', 'comment.version'])
      .select(['users.username', 'assets.name as asset', 'places.name as place', 'groups.name as group'])
      .where('comment.id', 'in', ids)
      .execute()
    return comments.map(({ id, username, asset, place, group, ...columns }) => {
      const about = asset ?? place ?? group ?? ''
      return {
        id,
        name: commentTitle(username, about),
        address: `${threadPath(threadOf(columns), about)}#comment-${id}`,
      }
    })
  },

  async report(db, ids) {
    const reports = await db
      .selectFrom('reports')
      .select(['id', 'title', 'type'])
      .where('id', 'in', ids)
      .execute()
    return reports.map(({ id, title, type }) => ({
      id,
      name: title,
      address: `/admin/reports/${id}`,
      reported: type,
    }))
  },
}
