import type { Clock } from '@baseplate/service/clock'
import { privacyColumns, privacyOf } from '../../accounts/door.ts'
import { may } from '../../accounts/privacy/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { isPlaying, type PlayingPlace, takenDown } from '../../places/door.ts'
import { mayFollow } from '../../places/rules.ts'
import { friendIds } from '../../social/door.ts'

/** Maximum number of friends read. More than `maxShown`, because some are in places closed to the actor or share less. */
const maxFound = 100
const maxShown = 12

/** A friend who is playing. */
interface PlayingFriend {
  id: string
  username: string
  portrait: string | null
  playing: PlayingPlace
  joinable: boolean
  online: true
  lastSeen: number
}

/**
 * Lists friends who are playing, latest start first. Leaves out friends in places closed to the actor, friends in drafts
 * and friends who do not share what they play.
 */
export async function viewPlayingFriends(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
): Promise<PlayingFriend[]> {
  const found = await db
    .selectFrom(friendIds(db, actor.id).as('friend'))
    .innerJoin('playing_records', 'playing_records.user_id', 'friend.id')
    .innerJoin('places', 'places.id', 'playing_records.place_id')
    .innerJoin('users', 'users.id', 'friend.id')
    .select([
      'friend.id as friend_id',
      'users.username',
      'users.portrait',
      'places.id',
      'places.name',
      'places.owner_id',
      'places.private_server',
      'places.private_ticket',
      'places.published',
      takenDown.as('taken_down'),
      ...privacyColumns,
    ])
    .where('places.deleted', 'is', null)
    .where(isPlaying(now()))
    .orderBy('started', 'desc')
    .orderBy('friend.id')
    .limit(maxFound)
    .execute()
  return found
    .map((row) => ({
      ...row,
      // A block would have ended the friendship.
      owner: { id: row.friend_id, privacy: privacyOf(row), isFriend: true, isBlocked: false },
    }))
    .filter((place) => mayFollow(actor, place) && may(actor, place.owner, 'playing'))
    .slice(0, maxShown)
    .map(({ friend_id, username, portrait, id, name, owner }) => ({
      id: friend_id,
      username,
      portrait,
      playing: { id, name, slug: slugOf(name) },
      joinable: may(actor, owner, 'joinable'),
      online: true,
      lastSeen: now(),
    }))
}
