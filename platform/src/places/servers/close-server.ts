import { setTimeout } from 'node:timers/promises'
import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { entryInput } from '../input.ts'
import { recordChange } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { admitsFromList, mayManage, maySee, placeNotFound } from '../rules.ts'
import { endPlayingWith, listOpenTickets } from '../sessions/queries.ts'
import type { Orchestrator } from './client.ts'
import type { ClosingAnnouncer } from './closing.ts'
import { isDedicated } from './rules.ts'

export interface ClosingServers {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Engine' | 'Gameservers'>
  orchestrator: Orchestrator
  playerLists: ClosingAnnouncer
}

/** Players are warned this long before their server closes. */
export const noticeMs = 3 * second

/**
 * @throws Refused `missing`: the actor does not see the place; `forbidden`: the actor is neither its owner nor a moderator;
 * `failed`: the orchestrator did not close the server.
 */
export const closeServer = useCase(
  {
    summary: "Closes the place's dedicated server, if there is one, and ends the game sessions in it.",
    scope: 'places:write',
    input: entryInput,
  },
  async (platform: ClosingServers, actor, { id: placeId, privateTicket }): Promise<void> => {
    const { db, log, config, orchestrator } = platform
    const place = await findPlace(db, placeId)
    if (!place || !maySee(actor, place, privateTicket)) throw placeNotFound()
    if (!mayManage(actor, place)) {
      throw new Refused('servers.closing_forbidden')
    }
    await giveNotice(platform, placeId)
    const asked = platform.now()
    // Players who join after this moment may be on the next server already. The times of their sessions do not show this reliably,
    // because the clocks of processes differ a little.
    const tickets = await listOpenTickets(db, placeId, asked)
    try {
      await orchestrator.close(placeId)
    } catch (error) {
      log.warn({ placeId, error: (error as Error).message }, 'a dedicated server could not be closed')
      throw new Refused('servers.closing_failed')
    }
    // Players do not join a dedicated server that still runs after its owner began to host the place.
    const isPlayedOn = isDedicated(place, config.Gameservers.Hosting)
    await db.transaction().execute(async (trx) => {
      if (isPlayedOn && tickets.length > 0) await endPlayingWith(trx, tickets, asked)
      await recordChange(trx, actor, place, { action: 'closeserver', before: null, after: null }, asked)
    })
  },
)

/** Warns the players of a place that their server is about to close, and gives them time to read it. */
async function giveNotice({ db, now, config, playerLists }: ClosingServers, placeId: number): Promise<void> {
  if (!admitsFromList(config) || (await listOpenTickets(db, placeId, now())).length === 0) return
  playerLists.announceClosing(placeId, { reason: 'closed', closesAt: now() + noticeMs })
  await setTimeout(noticeMs)
}
