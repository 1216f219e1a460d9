import { lockUsers, type Sender, useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import type { Limit } from '../foundation/limits.ts'
import type { Inbox } from '../notifications/door.ts'
import {
  findBans,
  findPlace,
  findPlaying,
  type PlaceRow,
  parsePlaceId,
  requireNotBanned,
  startServer,
  takeSeats,
} from '../places/door.ts'
import { cannotPlay, mayEnter, placeNotFound, requireUnarchived } from '../places/rules.ts'
import { isDedicated } from '../places/servers/rules.ts'
import { listLastSeen } from '../sign-in/door.ts'
import { isOnline } from '../sign-in/sessions/rules.ts'
import { playInput } from './input.ts'
import { findPartyOf, listMemberIds, listMembers } from './queries.ts'
import { notInParty } from './rules.ts'

type Parts = Parameters<typeof startServer>[0] & {
  inbox: Pick<Inbox, 'reportChange'>
  joinLimit: Limit
  playerLists: { announce(placeId: number): void }
}

/**
 * @returns the actor's join ticket
 * @throws Refused `conflict`: the actor is in no party, or the place has too few free seats for the party; other refusals as
 * for `startServer`
 */
export const playTogether = useCase(
  {
    summary:
      "Calls the actor's party to a place. Starts its dedicated server if it is not running, and holds a seat for a minute for every member who is online and not playing. The actor's own game session ends, as with every join. The members' pages join by themselves.",
    scope: 'social',
    input: playInput,
  },
  async (platform: Parts, actor, { id, privateTicket }, { address }: Sender): Promise<{ ticket: string }> => {
    const placeId = parsePlaceId(id)
    if (placeId === undefined) throw placeNotFound()
    if (actor.standing) throw cannotPlay()
    const party = await findPartyOf(platform.db, actor.id)
    if (!party) throw notInParty()
    const place = await findPlace(platform.db, placeId)
    if (!place || !mayEnter(actor, place, privateTicket)) throw placeNotFound()
    requireUnarchived(place)
    await requireNotBanned(platform.db, placeId, [actor.id], platform.now())
    await platform.joinLimit.spend(actor.id)
    if (isDedicated(place, platform.config.Gameservers.Hosting))
      await startServer(platform, actor, { id: placeId, privateTicket }, { address })
    const time = platform.now()
    const memberIds = await listMemberIds(platform.db, party.id)
    const { ticket, members } = await platform.db.transaction().execute(async (db) => {
      await lockUsers(db, [actor.id, ...memberIds])
      // Members may have left the party, or started to play, before they were locked.
      const members = (await listMembers(db, party.id, time)).filter(({ id }) => memberIds.includes(id))
      if (!members.some(({ id }) => id === actor.id)) throw notInParty()
      const free = await listFree(db, members, place, time)
      const coming = [actor.id, ...free.filter((id) => id !== actor.id)]
      const { free: seats, tickets } = await takeSeats(db, placeId, coming, time)
      const own = tickets.get(actor.id)
      if (own === undefined)
        throw new Refused('parties.too_few_seats', { free: seats, members: coming.length })
      await db
        .updateTable('parties')
        .set({ place_id: placeId, called_by: actor.id, called: time })
        .where('id', '=', party.id)
        .execute()
      return { ticket: own, members }
    })
    platform.playerLists.announce(placeId)
    platform.inbox.reportChange(
      members.map(({ id }) => id),
      'party',
    )
    return { ticket }
  },
)

type Member = Awaited<ReturnType<typeof listMembers>>[number]

/** Returns the members who are online, not playing, allowed to enter the place and not banned from it. */
async function listFree(db: Db, members: readonly Member[], place: PlaceRow, now: number): Promise<string[]> {
  const ids = members.map(({ id }) => id)
  const playing = new Set((await findPlaying(db, now, ids)).map(({ user_id }) => user_id))
  const bans = await findBans(db, place.id, ids, now)
  const seen = await listLastSeen(db, ids)
  const online = new Set(
    seen.filter(({ last_seen }) => isOnline(last_seen, now)).map(({ user_id }) => user_id),
  )
  return members
    .filter(({ id }) => online.has(id) && !playing.has(id) && !bans.has(id))
    .filter(({ id, permission_level }) => mayEnter({ id, permissionLevel: permission_level }, place))
    .map(({ id }) => id)
}
