import type { Db } from '../foundation/database.ts'
import { type Exports, type OwnFile, rowsBelow, rowsOf } from '../foundation/exports.ts'
import { waitingPictureFile } from '../places/pictures/waiting/rules.ts'
import { groupIconName } from './groups/rules.ts'

const ofPosts = { table: 'posts', key: 'id', owner: 'author_id' } as const
const ofGroups = { table: 'groups', key: 'id', owner: 'owner_id' } as const

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<{ db: Db }> = {
  rows: {
    posts: [
      rowsOf('posts', 'posts', {
        owner: 'author_id',
        key: ['id'],
        show: ['id', 'created', 'visibility', 'removal_reason', 'likes', 'answers', 'answer_to'],
      }),
      rowsBelow('versions', 'post_versions', ofPosts, {
        refersTo: 'post_id',
        key: ['post_id', 'number'],
        show: ['post_id', 'number', 'text', 'created'],
      }),
      rowsOf('liked', 'post_likes', { owner: 'user_id', key: ['post_id'], show: ['post_id', 'created'] }),
      rowsOf('styling', 'profile_styles', {
        owner: 'user_id',
        key: ['user_id'],
        show: ['css', 'draft', 'removed_css', 'updated'],
      }),
    ],
    groups: [
      rowsOf('owned', 'groups', {
        owner: 'owner_id',
        key: ['id'],
        show: [
          'id',
          'name',
          'description',
          'created',
          'member_count',
          'open',
          'closed_reason',
          'member_games',
        ],
      }),
      rowsOf('joined', 'group_members', {
        owner: 'user_id',
        key: ['group_id'],
        show: ['group_id', 'created'],
      }),
      rowsBelow('games', 'group_places', ofGroups, {
        refersTo: 'group_id',
        key: ['place_id'],
        show: ['group_id', 'place_id', 'created'],
      }),
    ],
  },
  files: listFiles,
}

async function listFiles({ db }: { db: Db }, userId: string): Promise<OwnFile[]> {
  return (await Promise.all([groupIcons(db, userId), waitingPictures(db, userId)])).flat()
}

async function groupIcons(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'icon', 'icon_size', 'closed_reason'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, icon, icon_size, closed_reason }) =>
    icon === null
      ? []
      : [
          {
            name: `groups/${id}.avif`,
            stored: groupIconName({ id, icon }),
            size: icon_size,
            takenDown: closed_reason !== null,
          },
        ],
  )
}

async function waitingPictures(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('waiting_pictures')
    .innerJoin('groups', 'groups.id', 'waiting_pictures.group_id')
    .select(['waiting_pictures.id', 'waiting_pictures.size', 'groups.closed_reason'])
    .where('groups.owner_id', '=', userId)
    .orderBy('waiting_pictures.id')
    .execute()
  return rows.map((row) => waitingPictureFile(row, row.closed_reason !== null))
}
