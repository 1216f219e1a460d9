import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { listBans } from '../bans/queries.ts'
import { bansPerPage, whyNotRemove } from '../bans/rules.ts'
import { findManagedPlace } from '../managed.ts'
import { verifiesPlayers } from '../players/rules.ts'
import { playersInput } from './input.ts'
import { listConnected } from './queries.ts'

/** @throws Refused `missing`, `forbidden`; `invalid` for an unknown cursor */
export const viewPlacePlayers = useCase(
  {
    summary:
      'Returns the players who are in the place now, and the players who are banned from it, the newest ban first.',
    scope: 'places:write',
    input: playersInput,
  },
  async (
    { db, now, config }: { db: Db; now: Clock; config: Pick<Config, 'Engine' | 'Players'> },
    actor,
    { id, cursor },
  ) => {
    const place = await findManagedPlace(db, actor, id)
    const after = parseCursor(cursor)
    const time = now()
    const [players, bans] = await Promise.all([
      listConnected(db, id, time),
      listBans(db, id, { after, limit: bansPerPage + 1 }, time),
    ])
    const { rows, next } = toPage(bans, bansPerPage)
    return {
      id,
      name: place.name,
      slug: slugOf(place.name),
      maxPlayers: place.max_players,
      /** Whether game servers of the place verify players. */
      verifies: verifiesPlayers(config, place.services === 1),
      players: players.map(({ id: userId, permissionLevel, verified, ...player }) => ({
        ...player,
        /** Whether the game server has verified the player. */
        verified: verified !== null,
        /** Whether the place's makers may kick and ban the player. */
        removable: whyNotRemove(place, { id: userId, permissionLevel }) === undefined,
      })),
      bans: rows.map(({ id: _, ...ban }) => ban),
      next,
    }
  },
)
