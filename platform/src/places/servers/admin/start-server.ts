import type { Actor } from '../../../accounts/rules.ts'
import { parseInput } from '../../../foundation/input.ts'
import { recordChange } from '../../managed.ts'
import { findPlace } from '../../queries.ts'
import { placeNotFound } from '../../rules.ts'
import { type Launching, launchServer } from '../start-server.ts'
import { startInput } from './input.ts'
import { permitServers } from './rules.ts'

/**
 * Starts the dedicated server of any place, for moderators.
 *
 * @param input `id` of the place.
 * @returns the place's id.
 * @throws InvalidFields `id`; Refused `forbidden` below level 4; `missing`, `invalid`, `failed` and `late` as for `launchServer`.
 */
export async function startServerById(
  platform: Launching,
  actor: Actor,
  input: unknown,
): Promise<{ id: number }> {
  permitServers(actor)
  const { id } = parseInput(startInput, input)
  const place = await findPlace(platform.db, id)
  if (!place) throw placeNotFound()
  await launchServer(platform, place, null)
  await platform.db
    .transaction()
    .execute((db) =>
      recordChange(db, actor, place, { action: 'startserver', before: null, after: null }, platform.now()),
    )
  return { id }
}
