import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { entryInput } from '../input.ts'
import { recordChange } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { mayManage, maySee, placeNotFound } from '../rules.ts'
import { endPlayingWith, listOpenTickets } from '../sessions/queries.ts'
import type { Orchestrator } from './client.ts'
import { isDedicated } from './rules.ts'

export interface Closing {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Gameservers'>
  orchestrator: Orchestrator
}

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
  async (platform: Closing, actor, { id: placeId, privateTicket }): Promise<void> => {
    const { db, log, config, orchestrator } = platform
    const place = await findPlace(db, placeId)
    if (!place || !maySee(actor, place, privateTicket)) throw placeNotFound()
    if (!mayManage(actor, place)) {
      throw new Refused('servers.closing_forbidden')
    }
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
