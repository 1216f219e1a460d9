import { type Clock, second } from '@baseplate/service/clock'
import { z } from 'zod'
import { type Sender, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import { entryInput } from '../input.ts'
import { findPlace, type PlaceRow } from '../queries.ts'
import { placeNotFound } from '../rules.ts'
import { permitJoin } from '../sessions/join.ts'
import { enterOrWait } from '../sessions/join-or-wait.ts'
import { findOpenSession } from '../sessions/queries.ts'
import { holdsSeat } from '../sessions/rules.ts'
import { isDedicated } from './rules.ts'
import { type Launching, startServer } from './start-server.ts'

/** A client learns that the server failed for this long. Afterwards, a request starts it again. */
const failureShownMs = 30 * second

/** The next step of a client that wants to play. In the first two states, it asks again. */
export type GameRequest =
  | { state: 'starting' }
  /** The place is full, and the player waits in line. */
  | { state: 'waiting'; position: number }
  /** The server that the client asked for has stopped. */
  | { state: 'ended' }
  | { state: 'ready'; ticket: string }

type Requesting = Launching & Parameters<typeof enterOrWait>[0] & { startLimit: Limit }

/** `running`: the client asks for a running server, and starts none. */
const gameInput = entryInput.extend({ running: z.boolean().default(false) })

/** @throws Refused as `startServer` and `enterOrWait`; `conflict`: the place is full, and more players wait than it has seats. */
export const requestGame = useCase(
  {
    summary:
      "Leads a client into a game: starts the place's dedicated server, waits for a seat, and joins. The client repeats the request until it has a ticket, which is the same one until it is used.",
    scope: 'social',
    input: gameInput,
  },
  async (
    platform: Requesting,
    actor,
    { id, privateTicket, running },
    sender: Pick<Sender, 'address'>,
  ): Promise<GameRequest> => {
    await permitJoin(platform, actor, id, privateTicket)
    const place = await findPlace(platform.db, id)
    if (!place) throw placeNotFound()
    const unready = await whyNotReady(platform, place, running)
    if (unready === 'stopped') return start(platform, actor, { id, privateTicket }, sender)
    if (unready) return { state: unready }
    const ticket = await findUnusedTicket(platform, actor, id)
    if (ticket !== undefined) return { state: 'ready', ticket }
    const joined = await enterOrWait(platform, actor, { id, privateTicket }, 'in a short line')
    return 'ticket' in joined ? { state: 'ready', ...joined } : { state: 'waiting', ...joined }
  },
)

/** Returns the player's ticket for a place while it holds a seat. A repeated request does not replace it. */
async function findUnusedTicket(
  { db, now }: { db: Db; now: Clock },
  actor: Pick<Actor, 'id'>,
  placeId: number,
): Promise<string | undefined> {
  const open = await findOpenSession(db, actor.id)
  const isUnused = open?.place_id === placeId && open.started === null && holdsSeat(open, now())
  return isUnused ? open.ticket : undefined
}

/**
 * Returns why players cannot join the server yet. Undefined: they can, or nobody knows, as of a server that its owner hosts.
 *
 * @param running whether a stopped server counts as ended instead.
 * @throws Refused `failed`: the server has just failed.
 */
async function whyNotReady(
  { orchestrator, config, now }: Requesting,
  place: PlaceRow,
  running: boolean,
): Promise<'starting' | 'stopped' | 'ended' | undefined> {
  if (!isDedicated(place, config.Gameservers.Hosting)) return undefined
  const status = await orchestrator.statusOf(place.id)
  if (!status || status.state === 'ready') return undefined
  if (status.state === 'starting' || status.state === 'stopping') return 'starting'
  if (running) return 'ended'
  if (status.state === 'failed' && now() - (status.since ?? 0) < failureShownMs)
    throw new Refused('servers.starting_failed')
  return 'stopped'
}

async function start(
  platform: Requesting,
  actor: Actor,
  entry: { id: number; privateTicket: string | undefined },
  sender: Pick<Sender, 'address'>,
): Promise<GameRequest> {
  try {
    await startServer(platform, actor, entry, sender)
  } catch (error) {
    // The orchestrator may still start it.
    if (!(error instanceof Refused) || error.reason !== 'late') throw error
  }
  return { state: 'starting' }
}
