import { findUser, useCase } from '../../accounts/door.ts'
import { whyNotModerate } from '../../accounts/rules.ts'
import { viewComments } from '../../comments/door.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { PlaceRankings } from '../../places/door.ts'
import { acceptsComments } from '../../social/door.ts'
import { viewGroupInput } from './input.ts'
import { mayContribute } from './managed.ts'
import { hasGroupPlaces, listGroupPlaces } from './places.ts'
import { isMember, listMembers } from './queries.ts'
import { requireVisibleGroup } from './require-group.ts'
import { membersPerPage } from './rules.ts'

interface Viewing {
  db: Db
  placeRankings: PlaceRankings
}

/** @throws Refused `missing`; `invalid` for an invalid cursor. */
export const viewGroup = useCase(
  {
    summary: 'Returns a group with its games and a page of its members, newest first.',
    scope: 'read',
    input: viewGroupInput,
  },
  async ({ db, placeRankings }: Viewing, viewer, { name, cursor, comments }) => {
    const group = await requireVisibleGroup(db, viewer, name)
    const after = parseCursor(cursor)
    const [owner, member, places, read] = await Promise.all([
      findUser(db, group.owner_id),
      isMember(db, group.id, viewer.id),
      listGroupPlaces(db, placeRankings, group.id),
      listMembers(db, group.id, { after, limit: membersPerPage + 1 }),
    ])
    const { rows, next } = toPage(read, membersPerPage)
    const isOwner = group.owner_id === viewer.id
    const thread = { about: 'group', id: group.id } as const
    const wall = await viewComments(db, viewer, thread, { cursor: comments, isHost: isOwner })
    return {
      id: group.id,
      name: group.name,
      ownerUsername: owner?.username ?? null,
      isOwner,
      isMember: member,
      /** Whether the viewer may add games of their own. */
      addsGames: isOwner || (await mayContribute(db, viewer, group)),
      /** Whether games of the viewer are in the group, including private ones and games that were taken down. */
      hasGames: member && (await hasGroupPlaces(db, group.id, viewer.id)),
      /** Whether the owner takes comments from the viewer. */
      canComment: await acceptsComments(db, viewer, owner ? owner.id : null),
      /** Null: the group is not closed. */
      closedReason: group.closed_reason,
      /** Whether the viewer may close, reopen or rename the group as a moderator. */
      moderates:
        whyNotModerate(
          viewer,
          owner ? { id: owner.id, permissionLevel: owner.permission_level } : null,
          'groups',
        ) === undefined,
      description: group.description,
      icon: group.icon,
      places,
      created: group.created,
      memberCount: group.member_count,
      members: rows.map(({ id, username, portrait }) => ({ id, username, portrait })),
      next,
      comments: wall.comments,
      nextComments: wall.next,
    }
  },
)
