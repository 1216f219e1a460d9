import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { servicesInput } from './input.ts'
import { permitManaging, recordChange, requireLockedPlace } from './managed.ts'
import { existingPlaces, type PlaceRow } from './queries.ts'

/** Maximum number of games that the page offers as roots. The setting takes any game of the owner. */
const maxRoots = 200

/** @throws Refused `missing`, `forbidden`; InvalidFields `root`: a game of someone else, or one that cannot be a root */
export const updateServices = useCase(
  {
    summary:
      'Lets games in the place know players by the numbers of their accounts and use the services of the platform, or not. Chooses the game whose data it shares.',
    scope: 'places:write',
    permit: permitManaging,
    input: servicesInput,
  },
  async (platform: { db: Db; now: Clock }, actor, { id, enabled, root }): Promise<void> => {
    const time = platform.now()
    await platform.db.transaction().execute(async (trx) => {
      // Two games that choose each other lock in the same order.
      const others = root === undefined || root === null ? [] : [root]
      for (const lower of others.filter((other) => other < id)) await lockRoot(trx, lower)
      const place = await requireLockedPlace(trx, id)
      for (const other of others.filter((each) => each >= id)) await lockRoot(trx, other)
      const data_root = root === undefined ? place.data_root : await rootFor(trx, place, root)
      const before = { services: place.services, data_root: place.data_root }
      const after = { services: enabled ? 1 : 0, data_root }
      await trx
        .updateTable('places')
        .set({ ...after, updated: time })
        .where('id', '=', id)
        .execute()
      await recordChange(trx, actor, place, { before, after }, time)
    })
  },
)

const lockRoot = (trx: Db, id: number) => requireLockedPlace(trx, id).catch(() => undefined)

/** Returns the root that a place gets. A root has no root itself, so that a world has one name. @throws InvalidFields `root` */
async function rootFor(trx: Db, place: PlaceRow, root: number | null): Promise<number | null> {
  if (root === null || root === place.id) return null
  const found = await existingPlaces(trx)
    .select(['owner_id', 'data_root'])
    .where('id', '=', root)
    .executeTakeFirst()
  if (found?.owner_id !== place.owner_id) throw new InvalidFields({ root: 'data.root_unknown' })
  if (found.data_root !== null) throw new InvalidFields({ root: 'data.root_chained' })
  const sharing = await trx
    .selectFrom('places')
    .select('id')
    .where('data_root', '=', place.id)
    .executeTakeFirst()
  if (sharing) throw new InvalidFields({ root: 'data.root_shared' })
  return root
}

/** Lists games of the owner that a place can share the data of. */
export const listRoots = (db: Db, { id, owner_id }: PlaceRow): Promise<{ id: number; name: string }[]> =>
  existingPlaces(db)
    .select(['id', 'name'])
    .where('owner_id', '=', owner_id)
    .where('id', '<>', id)
    .where('data_root', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(maxRoots)
    .execute()
