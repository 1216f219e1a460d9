import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import { looksThrough, recordLookThrough, requireUser, useCase } from '../../accounts/door.ts'
import { may } from '../../accounts/privacy/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import {
  listFollowers,
  listFollowing,
  listFriends,
  listIncomingRequests,
  listOutgoingRequests,
  requireOwner,
} from '../../social/door.ts'
import { type PersonState, viewStates } from './states.ts'

const perPage = 48

interface Viewing {
  db: Db
  now: Clock
}

/** A user in a list. */
export interface Person extends PersonState {
  id: string
  username: string
  /** Name of the small head shot. Null: it has not been rendered yet. */
  portrait: string | null
}

/** A page of users and the cursor of the next page. Null: the list ends. */
export interface People {
  people: Person[]
  next: string | null
}

const queries = {
  followers: listFollowers,
  following: listFollowing,
  friends: listFriends,
  incoming: listIncomingRequests,
  outgoing: listOutgoingRequests,
}

/** Lists of a profile. The user's privacy settings may hide the list of friends. */
export const profileLists = ['followers', 'following', 'friends'] as const
export type ProfileList = (typeof profileLists)[number]

const listInput = z.object({
  username: z.string(),
  list: z.enum(profileLists),
  cursor: z.string().optional(),
})

/** Lists of the actor: friends, incoming and outgoing friend requests. */
export const ownLists = ['friends', 'incoming', 'outgoing'] as const
export type OwnList = (typeof ownLists)[number]

/** @throws Refused `missing`: no such user; `invalid` for an invalid cursor. */
export const viewPeople = useCase(
  {
    summary:
      'Returns a list of a profile. A list that the user does not share with the viewer is empty and `hidden`.',
    scope: 'read',
    input: listInput,
  },
  async (
    platform: Viewing,
    viewer,
    { username, list, cursor },
  ): Promise<People & { username: string; portrait: string | null; hidden: boolean }> => {
    const user = await requireUser(platform.db, username)
    const { username: name, portrait } = user
    if (list === 'friends' && !(await seesFriends(platform, viewer, user)))
      return { username: name, portrait, hidden: true, people: [], next: null }
    return {
      username: name,
      portrait,
      hidden: false,
      ...(await readPage(platform, viewer, user.id, list, cursor)),
    }
  },
)

async function seesFriends(
  { db, now }: Viewing,
  viewer: Actor,
  user: { id: string; permission_level: number },
): Promise<boolean> {
  if (may(viewer, await requireOwner(db, viewer.id, user.id), 'friends')) return true
  if (!looksThrough(viewer, { id: user.id, permissionLevel: user.permission_level })) return false
  await recordLookThrough(db, viewer, user, ['friends'], now())
  return true
}

/** @throws Refused `invalid` for an invalid cursor. */
export const viewOwnPeople = (
  platform: Viewing,
  actor: Actor,
  list: OwnList,
  cursor?: string,
): Promise<People> => readPage(platform, actor, actor.id, list, cursor)

async function readPage(
  platform: Viewing,
  viewer: Actor,
  userId: string,
  list: keyof typeof queries,
  cursor: string | undefined,
): Promise<People> {
  const after = parseCursor(cursor)
  const { rows, next } = toPage(
    await queries[list](platform.db, userId, { after, limit: perPage + 1 }),
    perPage,
  )
  const stateOf = await viewStates(
    platform,
    viewer,
    rows.map(({ id }) => id),
  )
  const people = rows.map(({ id, username, portrait }) => ({ id, username, portrait, ...stateOf(id) }))
  return { people, next }
}
