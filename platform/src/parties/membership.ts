import type { Clock } from '@baseplate/service/clock'
import { isAnyBlocked, isBlockedByAny, lockUser, useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { newPartyCode, newTimedId } from '../foundation/ids.ts'
import { noInput } from '../foundation/input.ts'
import type { Inbox } from '../notifications/door.ts'
import { codeInput } from './input.ts'
import {
  deleteEmptyParties,
  findPartyByCode,
  findPartyOf,
  listMemberIds,
  listMembers,
  lockParties,
} from './queries.ts'
import { maxMembers, noSuchParty } from './rules.ts'

interface Parts {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'reportChange'>
}

/** @throws Refused `conflict`: the actor is in a party already. */
export const createParty = useCase(
  { summary: 'Starts a party with the actor as its only member.', scope: 'social', input: noInput },
  async (platform: Parts, actor): Promise<void> => {
    const time = platform.now()
    await platform.db.transaction().execute(async (db) => {
      await lockUser(db, actor.id)
      if (await findPartyOf(db, actor.id)) throw new Refused('parties.already_in_one')
      const id = newTimedId(time)
      await db
        .insertInto('parties')
        .values({ id, code: newPartyCode(), place_id: null, called_by: null, called: 0, created: time })
        .execute()
      await db.insertInto('party_members').values({ user_id: actor.id, party_id: id, joined: time }).execute()
    })
    platform.inbox.reportChange([actor.id], 'party')
  },
)

/**
 * @throws Refused `missing`: no party has the code, or a member has blocked the actor; `conflict`: the party is full; `forbidden`: the
 * actor has blocked a member.
 */
export const joinParty = useCase(
  {
    summary: 'Makes the actor a member of the party with this code. They leave the party that they were in.',
    scope: 'social',
    input: codeInput,
  },
  async (platform: Parts, actor, { code }): Promise<void> => {
    const party = await findPartyByCode(platform.db, code.trim().toLowerCase())
    if (!party) throw noSuchParty()
    const time = platform.now()
    const affected = await platform.db.transaction().execute(async (db) => {
      await lockUser(db, actor.id)
      const current = await findPartyOf(db, actor.id)
      if (current?.id === party.id) return []
      // Serializes joins of one party, so that each counts the ones before it.
      const locked = await lockParties(db, current ? [current.id, party.id] : [party.id])
      if (!locked.includes(party.id)) throw noSuchParty()
      const memberIds = await listMemberIds(db, party.id)
      // To a blocked user, the party looks like one that has ended.
      if (await isBlockedByAny(db, actor.id, memberIds)) throw noSuchParty()
      if (await isAnyBlocked(db, actor.id, memberIds)) throw new Refused('parties.refused')
      const members = await listMembers(db, party.id, time)
      if (members.length >= maxMembers) throw new Refused('parties.full', { max: maxMembers })
      const former = current ? await listMembers(db, current.id, time) : []
      await db.deleteFrom('party_members').where('user_id', '=', actor.id).execute()
      if (current) await deleteEmptyParties(db, [current.id])
      await db
        .insertInto('party_members')
        .values({ user_id: actor.id, party_id: party.id, joined: time })
        .execute()
      return [...former, ...members, actor].map(({ id }) => id)
    })
    platform.inbox.reportChange(affected, 'party')
  },
)

export const leaveParty = useCase(
  {
    summary: 'Makes the actor leave their party, if they are in one. The party ends with its last member.',
    scope: 'social',
    input: noInput,
  },
  async (platform: Parts, actor): Promise<void> => {
    const time = platform.now()
    const affected = await platform.db.transaction().execute(async (db) => {
      await lockUser(db, actor.id)
      return leaveAnyParty(db, actor.id, time)
    })
    platform.inbox.reportChange(affected, 'party')
  },
)

/**
 * Makes a user leave their party, if they are in one, in the caller's transaction, which has locked the user. Returns the ids of the
 * users whose party has changed.
 */
export async function leaveAnyParty(db: Db, userId: string, now: number): Promise<string[]> {
  const party = await findPartyOf(db, userId)
  return party ? endMembership(db, party.id, userId, now) : []
}

/**
 * Makes a user leave a party that they share with another user, in the transaction that blocks the other. The caller has locked
 * both users. Returns the ids of the users whose party has changed.
 */
export async function leaveSharedParty(
  db: Db,
  userId: string,
  otherId: string,
  now: number,
): Promise<string[]> {
  const party = await findPartyOf(db, userId)
  if (!party || (await findPartyOf(db, otherId))?.id !== party.id) return []
  return endMembership(db, party.id, userId, now)
}

/** Removes a member and returns the ids of all who were members. */
async function endMembership(db: Db, partyId: string, userId: string, now: number): Promise<string[]> {
  // When the last two members leave at once, the second one sees that the party is empty.
  await lockParties(db, [partyId])
  const members = await listMembers(db, partyId, now)
  await db.deleteFrom('party_members').where('user_id', '=', userId).execute()
  await deleteEmptyParties(db, [partyId])
  return members.map(({ id }) => id)
}
