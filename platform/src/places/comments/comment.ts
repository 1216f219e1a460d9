import { type Sender, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { type Commented, type Commenting, writeComment } from '../../comments/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { permitComment } from '../../social/door.ts'
import { findPlace } from '../queries.ts'
import { maySee, placeNotFound } from '../rules.ts'
import { requireUpdate } from '../updates/queries.ts'
import { commentOnPlaceInput } from './input.ts'
import { commentsLink } from './link.ts'

/**
 * @throws InvalidFields; Refused `missing`; `invalid`: there is no such comment to reply to, it is too deep, or the place is
 * taken down; `forbidden`: the owner accepts no comments from the actor; `limited`
 */
export const commentOnPlace = useCase(
  {
    summary:
      'Comments on a place or on one of its updates, or replies to a comment, and notifies the owner of the place.',
    scope: 'social',
    input: commentOnPlaceInput,
  },
  (
    platform: Commenting,
    actor,
    { id: placeId, version, privateTicket, ...comment },
    { address }: Pick<Sender, 'address'>,
  ): Promise<{ id: string }> => {
    const find = () => findCommented(platform.db, actor, { placeId, version, privateTicket })
    return writeComment(platform, actor, find, comment, address)
  },
)

async function findCommented(
  db: Db,
  actor: Actor,
  asked: { placeId: number; version: number; privateTicket: string | undefined },
): Promise<Commented> {
  const { placeId, version } = asked
  const place = await findPlace(db, placeId)
  if (!place || !maySee(actor, place, asked.privateTicket)) throw placeNotFound()
  if (place.taken_down === 1) throw new Refused('comments.game_taken_down')
  if (version > 0) await requireUpdate(db, placeId, version)
  const ownerId = place.owner_username === null ? null : place.owner_id
  await permitComment(db, actor, ownerId)
  return {
    thread: { about: 'place', id: placeId, version },
    name: place.name,
    ownerId,
    link: commentsLink({ ...place, version }),
  }
}
