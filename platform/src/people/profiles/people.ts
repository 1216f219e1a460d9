import { requireUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import {
  listFollowers,
  listFollowing,
  listFriends,
  listIncomingRequests,
  listOutgoingRequests,
} from '../../social/queries.ts'
import { type PersonState, viewStates } from './states.ts'

/** Fills a wide screen; a phone scrolls a little. */
const perPage = 48

interface Viewing {
  db: Db
  now: Clock
}

/** Somebody in a list. */
export interface Person extends PersonState {
  id: string
  username: string
  /** Names the small head shot; null: there is none yet. */
  portrait: string | null
}

/** A part of a list of people, and the cursor of the next one; null at the end. */
export interface People {
  people: Person[]
  next: string | null
}

const readers = {
  followers: listFollowers,
  following: listFollowing,
  friends: listFriends,
  incoming: listIncomingRequests,
  outgoing: listOutgoingRequests,
}

/** The lists of a profile, which everybody may see. */
export const profileLists = ['followers', 'following', 'friends'] as const
export type ProfileList = (typeof profileLists)[number]

/** One's own friends, those who ask, and those who were asked. */
export const ownLists = ['friends', 'incoming', 'outgoing'] as const
export type OwnList = (typeof ownLists)[number]

/**
 * @throws Refused `missing`: no such user; `invalid`: the cursor is none of ours.
 */
export async function viewPeople(
  platform: Viewing,
  viewer: Actor,
  username: string,
  list: ProfileList,
  cursor?: string,
): Promise<People & { username: string; portrait: string | null }> {
  const user = await requireUser(platform.db, username)
  const { username: name, portrait } = user
  return { username: name, portrait, ...(await readPart(platform, viewer, user.id, list, cursor)) }
}

/** @throws Refused `invalid`: the cursor is none of ours. */
export const viewOwnPeople = (
  platform: Viewing,
  actor: Actor,
  list: OwnList,
  cursor?: string,
): Promise<People> => readPart(platform, actor, actor.id, list, cursor)

async function readPart(
  platform: Viewing,
  viewer: Actor,
  userId: string,
  list: keyof typeof readers,
  cursor: string | undefined,
): Promise<People> {
  const after = parseCursor(cursor)
  const { rows, next } = toPage(
    await readers[list](platform.db, userId, { after, limit: perPage + 1 }),
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
