import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { Limit } from '../../foundation/limits.ts'
import { placeInput } from '../input.ts'
import { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from '../managed.ts'
import { type ClosingServers, closeServer } from '../servers/close-server.ts'
import { removeUnnamed } from './files.ts'
import { worldInput } from './input.ts'
import { addWorld, nextWorldNumber, requireWorld } from './queries.ts'
import { requireWorlds } from './rules.ts'
import type { WorldTables } from './tables.ts'

type Changing = ClosingServers & {
  files: Files
  config: Pick<Config, 'Engine' | 'Places' | 'Gameservers'>
  placeFileLimit: Limit
}

/** @throws Refused `missing`: no such place or world; `forbidden`; `limited`; `failed`: its server could not be closed. */
export const restoreWorld = useCase(
  {
    summary:
      'Restores a stored world of the place, as a new one. Closes its server first. The next server starts with the restored world.',
    scope: 'places:write',
    permit: permitManaging,
    input: worldInput,
  },
  (platform: Changing, actor, { id: placeId, number }): Promise<void> =>
    changeWorld(platform, actor, placeId, async (db) => ({
      ...(await requireWorld(db, placeId, number)),
      cause: 'restore',
      restored_from: number,
    })),
)

/** @throws Refused `missing`, `forbidden`; `limited`; `failed`: its server could not be closed. */
export const clearWorld = useCase(
  {
    summary:
      'Clears the world of the place. Closes its server first. The next server starts with a new world. Stored worlds can be restored.',
    scope: 'places:write',
    input: placeInput,
  },
  (platform: Changing, actor, { id: placeId }): Promise<void> =>
    changeWorld(platform, actor, placeId, async () => ({
      ...{ file: null, sha256: null, bytes: 0, version: null },
      cause: 'clear',
      restored_from: null,
    })),
)

type NewWorld = Omit<WorldTables['place_worlds'], 'place_id' | 'number' | 'created'>

/**
 * Makes a world current. The world of the server that it closes has a smaller number, which the orchestrator reserves before the server
 * counts as closed.
 *
 * @param choose called once before the server is closed, so that an impossible change closes none, and again in the transaction.
 */
async function changeWorld(
  platform: Changing,
  actor: Actor,
  placeId: number,
  choose: (db: Db) => Promise<NewWorld>,
): Promise<void> {
  const { db, config } = platform
  const place = await findManagedPlace(db, actor, placeId)
  requireWorlds(place, config)
  await platform.placeFileLimit.spend(actor.id)
  await choose(db)
  await closeServer(platform, actor, { id: placeId })
  const now = platform.now()
  const removed = await db.transaction().execute(async (trx) => {
    await requireLockedPlace(trx, placeId)
    const world = await choose(trx)
    const number = await nextWorldNumber(trx, placeId)
    const { cause, restored_from } = world
    await recordChange(trx, actor, place, { before: null, after: { world: cause, restored_from } }, now)
    return addWorld(trx, { ...world, place_id: placeId, number, created: now }, config.Places.Worlds)
  })
  await removeUnnamed(platform, removed)
}
