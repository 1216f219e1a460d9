import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Logger } from '../../foundation/log.ts'
import { recordChange } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { mayManage, maySee } from '../rules.ts'
import { endPlayingIn } from '../sessions/queries.ts'
import type { Orchestrator } from './client.ts'
import { isDedicated } from './rules.ts'

interface Closing {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Gameservers'>
  orchestrator: Orchestrator
}

/**
 * Ends the place's dedicated server, and with it what people play there. None there is as good.
 *
 * @throws Refused `missing`: no such place, or no way in; `forbidden`: for everybody but its owner and level 4 or higher;
 * `failed`: the orchestrator did not end it.
 */
export async function closeServer(
  platform: Closing,
  actor: Actor,
  placeId: number,
  privateTicket?: string,
): Promise<void> {
  const { db, log, config, orchestrator } = platform
  const place = await findPlace(db, placeId)
  if (!place || !maySee(actor, place, privateTicket)) throw new Refused('missing', 'Place not found')
  if (!mayManage(actor, place)) {
    throw new Refused('forbidden', 'You do not have permission to close this server.')
  }
  // Whoever comes after this moment may be on the next server already.
  const asked = platform.now()
  try {
    await orchestrator.close(placeId)
  } catch (error) {
    log.warn({ placeId, error: (error as Error).message }, 'a dedicated server could not be closed')
    throw new Refused('failed', 'Failed to close dedicated server')
  }
  // One that ran on when the place became its maker's own to host was nobody's way in.
  const isPlayedOn = isDedicated(place, config.Gameservers.Hosting)
  await db.transaction().execute(async (transaction) => {
    if (isPlayedOn) await endPlayingIn(transaction, placeId, asked)
    await recordChange(transaction, actor, place, { action: 'closeserver', before: null, after: null }, asked)
  })
}
