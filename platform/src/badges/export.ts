import type { Db } from '../foundation/database.ts'
import { type Exports, type OwnFile, rowsBelow, rowsOf } from '../foundation/exports.ts'
import { badgeIconName } from './rules.ts'

const ofPlaces = { table: 'places', key: 'id', owner: 'owner_id' } as const

/** The badges of a user's games, and the badges that the user has won. */
export const exports: Exports<{ db: Db }> = {
  rows: {
    games: [
      rowsBelow('badges', 'badges', ofPlaces, {
        refersTo: 'place_id',
        key: ['id'],
        show: [
          'id',
          'place_id',
          'name',
          'description',
          'created',
          'open',
          'disabled',
          'waiting_since',
          'award_count',
        ],
      }),
      rowsOf('badges_won', 'badge_awards', {
        owner: 'user_id',
        key: ['badge_id'],
        show: ['badge_id', 'awarded'],
      }),
    ],
  },
  files: badgeIcons,
}

async function badgeIcons({ db }: { db: Db }, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('badges')
    .innerJoin('places', 'places.id', 'badges.place_id')
    .select(['badges.id', 'badges.place_id', 'badges.icon', 'badges.icon_size'])
    .select(['badges.waiting', 'badges.waiting_size', 'places.visibility'])
    .where('places.owner_id', '=', userId)
    .orderBy('badges.id')
    .execute()
  return rows.flatMap(({ id, place_id, visibility, ...row }) => {
    const takenDown = visibility === 'Moderated'
    const pictures = [
      { name: `badges/${id}.avif`, icon: row.icon, size: row.icon_size },
      { name: `waiting-for-review/badge-${id}.avif`, icon: row.waiting, size: row.waiting_size },
    ]
    return pictures.flatMap(({ name, icon, size }) =>
      icon === null ? [] : [{ name, stored: badgeIconName(place_id, icon), size, takenDown }],
    )
  })
}
