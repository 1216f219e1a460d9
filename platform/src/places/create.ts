import type { Clock } from '@baseplate/service/clock'
import { retryOnConflict } from '@baseplate/storage/database/conflict'
import { lockUser, requireVerifiedEmail, useCase } from '../accounts/door.ts'
import { takeAssetId } from '../foundation/asset-ids.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { newPlaceTicket } from '../foundation/ids.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import { problem } from '../foundation/problem.ts'
import { slugOf } from '../foundation/slug.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import { createPlaceInput } from './input.ts'
import { countPlacesOf } from './queries.ts'
import { playerLimits, portLimits } from './rules.ts'

/** @throws InvalidFields; Refused `forbidden` */
export const createPlace = useCase(
  {
    summary: 'Creates a place. A user may have at most `Places.PerUser` of them.',
    scope: 'places:write',
    input: createPlaceInput,
  },
  async (
    platform: {
      db: Db
      now: Clock
      config: Pick<Config, 'Engine' | 'Places' | 'Registration'>
      filterText: TextFilter
    },
    actor,
    written,
  ): Promise<{ id: number; slug: string }> => {
    await requireVerifiedEmail(platform, actor, 'Creating')
    const name = platform.filterText(written.name)
    const description = platform.filterText(written.description)
    const now = platform.now()
    return retryOnConflict(() =>
      platform.db.transaction().execute(async (db) => {
        // With the lock, concurrent creations by one user each count the ones before them.
        await lockUser(db, actor.id)
        const { PerUser } = platform.config.Places
        if ((await countPlacesOf(db, actor.id)) >= PerUser) {
          throw new InvalidFields({ name: problem('places.too_many', { max: PerUser }) })
        }
        const id = await takeAssetId(db)
        await db
          .insertInto('places')
          .values({
            id,
            name,
            name_key: nameKeyOf(name),
            description,
            description_updated: now,
            owner_id: actor.id,
            created: now,
            updated: now,
            max_players: playerLimits.default,
            private_server: 0,
            published: null,
            private_ticket: newPlaceTicket(),
            server_ticket: newPlaceTicket(),
            // The platform runs servers of Minetest without a command of the operator.
            dedicated: platform.config.Engine === 'minetest' ? 1 : 0,
            server_address: '',
            server_port: portLimits.default,
            server_ping: 0,
            data_size: null,
            data_sha256: null,
            data_updated: null,
          })
          .execute()
        return { id, slug: slugOf(name) }
      }),
    )
  },
)
