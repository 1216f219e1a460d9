import type { Clock } from '@baseplate/service/clock'
import { isBlockedByAny, openUseCase, useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { noInput } from '../foundation/input.ts'
import { slugOf } from '../foundation/slug.ts'
import { type PersonState, viewStates } from '../people/door.ts'
import { findPlace } from '../places/door.ts'
import { mayEnter } from '../places/rules.ts'
import { codeInput } from './input.ts'
import { findPartyByCode, findPartyOf, listMembers } from './queries.ts'
import { maxMembers, noSuchParty } from './rules.ts'

type Parts = { db: Db; now: Clock }

interface PartyMember extends PersonState {
  username: string
  portrait: string | null
  status: 'Playing' | 'Online' | 'Offline'
}

export interface PartyView {
  code: string
  /** In the order in which they joined. */
  members: PartyMember[]
  /** The place that the party was last called to. Null: none, or the viewer may not enter it. */
  place: { id: number; name: string; slug: string; called: number; calledBy: string | null } | null
}

export const viewParty = useCase(
  {
    summary: 'Returns the party of the signed-in user, or `null`. The party bar of open pages polls it.',
    scope: 'read',
    input: noInput,
  },
  async (platform: Parts, actor): Promise<PartyView | null> => {
    const party = await findPartyOf(platform.db, actor.id)
    if (!party) return null
    const members = await listMembers(platform.db, party.id, platform.now())
    const stateOf = await viewStates(
      platform,
      actor,
      members.map(({ id }) => id),
    )
    const place = party.place_id === null ? undefined : await findPlace(platform.db, party.place_id)
    return {
      code: party.code,
      members: members.map(({ id, username, portrait }) => {
        const state = stateOf(id)
        return { username, portrait, status: statusOf(state), ...state }
      }),
      place:
        place && mayEnter(actor, place)
          ? {
              id: place.id,
              name: place.name,
              slug: slugOf(place.name),
              called: party.called,
              calledBy: members.find(({ id }) => id === party.called_by)?.username ?? null,
            }
          : null,
    }
  },
)

const statusOf = ({ playing, online }: PersonState): PartyMember['status'] => {
  if (playing) return 'Playing'
  return online ? 'Online' : 'Offline'
}

/** A party as its link shows it, even to visitors. */
export interface Invitation {
  code: string
  members: { username: string; portrait: string | null }[]
  full: boolean
}

/**
 * @param actor null for visitors
 * @throws Refused `missing`: no party has the code, or a member has blocked the actor.
 */
export const viewInvitation = openUseCase(
  { summary: 'Returns what the link of a party shows.', scope: 'read', input: codeInput },
  async ({ db, now }: Parts, actor, { code }): Promise<Invitation> => {
    const party = await findPartyByCode(db, code)
    if (!party) throw noSuchParty()
    const members = await listMembers(db, party.id, now())
    const memberIds = members.map(({ id }) => id)
    // To a blocked user, the party looks like one that has ended.
    if (actor && (await isBlockedByAny(db, actor.id, memberIds))) throw noSuchParty()
    return {
      code,
      members: members.map(({ username, portrait }) => ({ username, portrait })),
      full: members.length >= maxMembers,
    }
  },
)
