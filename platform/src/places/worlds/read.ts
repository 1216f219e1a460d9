import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findManagedPlace } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { placeNotFound, requireUnarchived } from '../rules.ts'
import type { Reading } from '../servers/permit-reading.ts'
import { findRun } from '../servers/queries.ts'
import { keepsWorlds, runTicketLifetime } from '../servers/rules.ts'
import { worldInput } from './input.ts'
import { findCurrentWorld, requireWorld } from './queries.ts'
import { worldFileName, worldNotKept } from './rules.ts'

/**
 * Opens the current world for a server that starts; undefined: none is stored that is newer than the server's own.
 *
 * @param after number of the world that the server has; 0: none.
 * @throws Refused `missing`: no such place, it is taken down, or worlds are not stored; `conflict`: it is archived; `forbidden`: not
 * the ticket of a run that has just started.
 */
export async function readCurrentWorld(
  platform: Reading & { files: Files; config: Reading['config'] & Pick<Config, 'Engine' | 'Places'> },
  placeId: number,
  { ticket = '', after }: { ticket?: string | undefined; after: number },
): Promise<{ number: number; file: StoredFile | null } | undefined> {
  const { db, files, now, config } = platform
  if (!keepsWorlds(config)) throw new Refused('places.worlds_unavailable')
  const place = await findPlace(db, placeId)
  if (!place || place.taken_down === 1) throw placeNotFound()
  requireUnarchived(place)
  const run = await findRun(db, placeId, ticket)
  if (!run || now() - run.created >= runTicketLifetime(config.Orchestrator.ReadySeconds))
    throw new Refused('servers.key_required')
  for (;;) {
    const world = await findCurrentWorld(db, placeId)
    if (!world || world.number <= after) return undefined
    const { number } = world
    if (world.file === null) return { number, file: null }
    const file = await files.open(worldFileName(world.file))
    if (file) return { number, file }
    // Later worlds have replaced it since its row was read. If not, its file is lost, and the server must not start without it.
    if ((await findCurrentWorld(db, placeId))?.number === number)
      throw new Error(`the file of world ${number} of place ${placeId} is missing`)
  }
}

/** @throws Refused `missing`, `forbidden` */
export const readWorld = useCase(
  {
    summary: 'Downloads a stored world of the place as a ZIP archive, for users who manage the place.',
    scope: 'places:write',
    input: worldInput,
  },
  async (
    platform: { db: Db; files: Files },
    actor,
    { id: placeId, number },
  ): Promise<{ file: StoredFile; placeName: string }> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    const world = await requireWorld(platform.db, placeId, number)
    const file = world.file === null ? undefined : await platform.files.open(worldFileName(world.file))
    if (!file) throw worldNotKept()
    return { file, placeName: place.name }
  },
)
