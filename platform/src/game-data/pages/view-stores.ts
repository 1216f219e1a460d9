import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { findManagedPlace } from '../../places/door.ts'
import { countBytes } from '../entries/queries.ts'
import { mayViewData, permitViewing, requireViewed } from '../looks/permit.ts'
import { listLooks } from '../looks/queries.ts'
import { listRestores } from '../restores/list.ts'
import { storesInput } from './input.ts'
import { listParts } from './names.ts'
import { pageOf } from './page-of.ts'

/** Stores of a page. Each takes a count of up to 1,000 entries. */
const storesPerPage = 25

/** @throws Refused as `requireViewed` */
export const viewDataStores = useCase(
  {
    summary:
      'Lists the stores of the data of a game by name, with the bytes that its world uses, and the last 100 looks at data of players and changes.',
    scope: 'data:read',
    permit: permitViewing,
    input: storesInput,
  },
  async ({ db, config }: { db: Db; config: Pick<Config, 'Data'> }, actor, { id, cursor }) => {
    const { worldId, place } = await requireViewed(db, actor, id)
    const [stores, bytes, looks, restores] = await Promise.all([
      listParts(db, { worldId }, { after: cursor, limit: storesPerPage + 1 }),
      countBytes(db, worldId),
      listLooks(db, worldId),
      listRestores(db, worldId),
    ])
    const { rows, next } = pageOf(stores, storesPerPage, ({ name }) => name)
    return {
      ...place,
      /** Bytes of all current values of the world. */
      bytes,
      /** Largest size of all current values of a world in bytes. */
      maxBytes: config.Data.BytesPerWorld,
      /** The stores of the page, by name. */
      stores: rows,
      next,
      /** The last 10 restores, the newest first. */
      restores,
      /** The last looks at data of players and changes, the newest first. */
      looks,
    }
  },
)

/** Returns whether pages of a game link to its data: the viewer may look at them, and it may have some. */
export async function offersData(db: Db, actor: Actor, placeId: number): Promise<boolean> {
  const place = await findManagedPlace(db, actor, placeId)
  if (!mayViewData(actor, place)) return false
  return place.services === 1 || (await countBytes(db, place.data_root ?? place.id)) > 0
}
