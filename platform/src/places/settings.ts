import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { newPlaceTicket } from '../foundation/ids.ts'
import { parseInput } from '../foundation/input.ts'
import { networkInput, privacyInput } from './input.ts'
import { findManagedPlace } from './managed.ts'
import { listThumbnails } from './picture-queries.ts'
import { listVersions } from './version-queries.ts'

interface Changing {
  db: Db
  now: Clock
}

/** What the settings page shows; the contract's names, with what is stored of the place file. */
export async function viewPlaceSettings(platform: { db: Db }, actor: Actor, placeId: number) {
  const place = await findManagedPlace(platform.db, actor, placeId)
  return {
    name: place.name,
    description: { text: place.description, updated: place.description_updated },
    icon: place.icon,
    dedicated: place.dedicated === 1,
    serverAddress: place.server_address,
    serverPort: place.server_port,
    maxPlayers: place.max_players,
    privateServer: place.private_server === 1,
    privateTicket: place.private_ticket,
    serverTicket: place.server_ticket,
    data:
      place.data_size === null || place.data_updated === null
        ? null
        : { size: place.data_size, sha256: place.data_sha256, updated: place.data_updated },
    thumbnails: await listThumbnails(platform.db, placeId),
    versions: await listVersions(platform.db, placeId),
  }
}

/** @throws InvalidFields; Refused `missing`, `forbidden` */
export async function updateNetwork(
  platform: Changing,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  await findManagedPlace(platform.db, actor, placeId)
  const { dedicated, serverAddress, serverPort, maxPlayers } = parseInput(networkInput, input)
  await platform.db
    .updateTable('places')
    .set({
      dedicated: dedicated ? 1 : 0,
      server_address: serverAddress,
      server_port: serverPort,
      max_players: maxPlayers,
      updated: platform.now(),
    })
    .where('id', '=', placeId)
    .execute()
}

/** @throws InvalidFields; Refused `missing`, `forbidden` */
export async function updatePrivacy(
  platform: Changing,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  await findManagedPlace(platform.db, actor, placeId)
  const { privateServer } = parseInput(privacyInput, input)
  await platform.db
    .updateTable('places')
    .set({ private_server: privateServer ? 1 : 0, updated: platform.now() })
    .where('id', '=', placeId)
    .execute()
}

/**
 * Replaces a ticket of the place; what carries the old one no longer works.
 *
 * @throws Refused `missing`, `forbidden`
 */
export async function regenerateTicket(
  platform: { db: Db },
  actor: Actor,
  placeId: number,
  ticket: 'server_ticket' | 'private_ticket',
): Promise<void> {
  await findManagedPlace(platform.db, actor, placeId)
  await platform.db
    .updateTable('places')
    .set({ [ticket]: newPlaceTicket() })
    .where('id', '=', placeId)
    .execute()
}
