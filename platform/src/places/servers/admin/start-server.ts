import { useCase } from '../../../accounts/door.ts'
import { permissionLevel } from '../../../accounts/rules.ts'
import { recordChange } from '../../managed.ts'
import { findPlace } from '../../queries.ts'
import { placeNotFound } from '../../rules.ts'
import { type Launching, launchServer } from '../start-server.ts'
import { startInput } from './input.ts'

/**
 * @returns the place's id.
 * @throws Refused `missing`, `invalid`, `failed` and `late` as for `launchServer`.
 */
export const startServerById = useCase(
  {
    summary: 'Starts the dedicated server of any place.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: startInput,
  },
  async (platform: Launching, actor, { id }): Promise<{ id: number }> => {
    const place = await findPlace(platform.db, id)
    if (!place) throw placeNotFound()
    await launchServer(platform, place, null)
    await platform.db
      .transaction()
      .execute((db) =>
        recordChange(db, actor, place, { action: 'startserver', before: null, after: null }, platform.now()),
      )
    return { id }
  },
)
