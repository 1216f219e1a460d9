import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { newPlaceTicket } from '../foundation/ids.ts'
import { tagsOf } from './genres/rules.ts'
import { networkInput, placeInput, privacyInput } from './input.ts'
import { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from './managed.ts'
import { listThumbnails } from './pictures/queries.ts'
import { listWaitingOf } from './pictures/waiting/queries.ts'
import type { PlaceRow } from './queries.ts'
import { listLocks } from './queries.ts'
import { listRoots } from './services.ts'
import { listVersions } from './versions/queries.ts'
import { listWorlds } from './worlds/queries.ts'
import { hasWorlds } from './worlds/rules.ts'

interface Changing {
  db: Db
  now: Clock
}

/** Returns what docs/reference/site-api.md#place-settings describes. @throws Refused `missing`, `forbidden` */
export const viewPlaceSettings = useCase(
  {
    summary:
      'Returns the settings of a place. All pages of the settings have the same data, and programs read it from the first page.',
    scope: 'places:write',
    input: placeInput,
  },
  async (
    platform: { db: Db; config: Pick<Config, 'Engine' | 'Gameservers' | 'Places'> },
    actor,
    { id: placeId },
  ) => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    return {
      name: place.name,
      description: { text: place.description, updated: place.description_updated },
      icon: place.icon,
      genre: place.genre,
      tags: tagsOf(place.tags),
      dedicated: place.dedicated === 1,
      serverAddress: place.server_address,
      serverPort: place.server_port,
      maxPlayers: place.max_players,
      privateServer: place.private_server === 1,
      services: place.services === 1,
      /** The game whose data it shares. Null: its own. */
      dataRoot: place.data_root,
      /** Other games of the owner whose data it can share. */
      dataRoots: await listRoots(platform.db, place),
      privateTicket: place.private_ticket,
      serverTicket: place.server_ticket,
      data:
        place.data_size === null || place.data_updated === null
          ? null
          : { size: place.data_size, sha256: place.data_sha256, updated: place.data_updated },
      thumbnails: await listThumbnails(platform.db, placeId),
      /** Pictures that wait for review. */
      waiting: await listWaitingOf(platform.db, { place: placeId }),
      versions: await listVersions(platform.db, placeId),
      /** Stored worlds. Null: the platform stores none of the place. */
      worlds: hasWorlds(place, platform.config) ? await listWorlds(platform.db, placeId) : null,
      visibility: place.visibility,
      published: place.published !== null,
      archived: place.archived !== null,
      /** Whether the viewer owns the place. */
      owns: place.owner_id === actor.id,
      /** Whether its owner may delete the place. */
      deletable: place.taken_down === 0,
      /** Settings that the owner cannot change, because a moderator changed them. */
      locked: place.owner_id === actor.id ? await listLocks(platform.db, placeId) : [],
    }
  },
)

/** @throws Refused `missing`, `forbidden` */
export const updateNetwork = useCase(
  {
    summary: "Changes how players reach the place's game server.",
    scope: 'places:write',
    permit: permitManaging,
    input: networkInput,
  },
  async (
    platform: Changing,
    actor,
    { id, dedicated, serverAddress, serverPort, maxPlayers },
  ): Promise<void> => {
    const place = await findManagedPlace(platform.db, actor, id)
    await change(platform, actor, place, {
      dedicated: dedicated ? 1 : 0,
      server_address: serverAddress,
      server_port: serverPort,
      max_players: maxPlayers,
    })
  },
)

/** @throws Refused `missing`, `forbidden` */
export const updatePrivacy = useCase(
  {
    summary: 'Makes the place private or public.',
    scope: 'places:write',
    permit: permitManaging,
    input: privacyInput,
  },
  async (platform: Changing, actor, { id, privateServer }): Promise<void> => {
    const place = await findManagedPlace(platform.db, actor, id)
    await change(platform, actor, place, { private_server: privateServer ? 1 : 0 })
  },
)

type Columns = 'dedicated' | 'server_address' | 'server_port' | 'max_players' | 'private_server'

async function change(
  { db, now }: Changing,
  actor: Actor,
  place: PlaceRow,
  after: Partial<Pick<PlaceRow, Columns>>,
): Promise<void> {
  const time = now()
  await db.transaction().execute(async (trx) => {
    const locked = await requireLockedPlace(trx, place.id)
    const before = Object.fromEntries(Object.keys(after).map((column) => [column, locked[column as Columns]]))
    await trx
      .updateTable('places')
      .set({ ...after, updated: time })
      .where('id', '=', place.id)
      .execute()
    await recordChange(trx, actor, place, { before, after }, time)
  })
}

/** @throws Refused `missing`, `forbidden` */
export const regenerateServerTicket = useCase(
  {
    summary: 'Replaces the server ticket of a place. Servers with the old one stop working.',
    scope: 'places:write',
    input: placeInput,
  },
  (platform: Changing, actor, { id }) => regenerateTicket(platform, actor, id, 'server_ticket'),
)

/** @throws Refused `missing`, `forbidden` */
export const regeneratePrivateTicket = useCase(
  {
    summary: 'Replaces the private ticket of a place. Links with the old one stop working.',
    scope: 'places:write',
    input: placeInput,
  },
  (platform: Changing, actor, { id }) => regenerateTicket(platform, actor, id, 'private_ticket'),
)

async function regenerateTicket(
  { db, now }: Changing,
  actor: Actor,
  placeId: number,
  ticket: 'server_ticket' | 'private_ticket',
): Promise<void> {
  const place = await findManagedPlace(db, actor, placeId)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('places')
      .set({ [ticket]: newPlaceTicket() })
      .where('id', '=', placeId)
      .execute()
    // The log names the column only, because the new ticket is a secret.
    await recordChange(trx, actor, place, { before: null, after: { regenerated: ticket } }, now())
  })
}
