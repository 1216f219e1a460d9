import type { Clock } from '@baseplate/service/clock'
import { openUseCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { slugOf } from '../foundation/slug.ts'
import { placeInput } from './input.ts'
import { listThumbnails } from './pictures/queries.ts'
import { findPlace } from './queries.ts'
import { maySee, placeNotFound } from './rules.ts'
import { countPlayersOf } from './sessions/queries.ts'

/**
 * Returns what docs/reference/site-api.md#public-page-of-a-place describes.
 *
 * @throws Refused `missing`: the place does not exist, is private or is taken down.
 */
export const viewPublicPlace = openUseCase(
  {
    summary:
      'Returns the public page of a place, for everybody with a link and for programs that preview links.',
    scope: 'read',
    input: placeInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, _viewer, { id: placeId }) => {
    const place = await findPlace(db, placeId)
    if (!place || !maySee(null, place)) throw placeNotFound()
    const [players, thumbnails] = await Promise.all([
      countPlayersOf(db, now(), [placeId]),
      listThumbnails(db, placeId),
    ])
    return {
      id: place.id,
      name: place.name,
      slug: slugOf(place.name),
      description: place.description,
      genre: place.genre,
      ownerUsername: place.owner_username ?? '',
      published: place.published !== null,
      archived: place.archived !== null,
      created: place.created,
      updated: place.updated,
      maxPlayers: place.max_players,
      playerCount: players.get(placeId) ?? 0,
      likeCount: place.like_count,
      dislikeCount: place.dislike_count,
      icon: place.icon,
      thumbnails: thumbnails.map(({ number, name }) => ({ number, name })),
    }
  },
)

export type PublicPlace = Awaited<ReturnType<typeof viewPublicPlace>>
