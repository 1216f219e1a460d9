import type { Clock } from '@baseplate/service/clock'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import { findPresentName, requireByUsername } from '../accounts/door.ts'
import { usernameKey } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { findBodyColours, findUserIds, findWornItems } from './queries.ts'
import { type BodyColours, coloursOf } from './rules.ts'

/** The items that a user wears, with the username as it was registered. */
export interface WornItems {
  username: string
  assetIds: number[]
}

/**
 * Finds the appearance of users by name, in any letter case. Each player who enters a place asks for every player in it, so
 * concurrent calls share a query.
 */
export interface Appearances {
  /** @throws Refused `missing` */
  bodyColoursOf(username: string): Promise<BodyColours>
  /** @throws Refused `missing` */
  wornItemsOf(username: string): Promise<WornItems>
  /** Returns the user's id. @throws Refused `missing` */
  userIdOf(username: string): Promise<string>
}

interface Finding {
  db: Db
  now: Clock
  config: Pick<Config, 'Avatars'>
}

export function createAppearances({ db, now, config }: Finding): Appearances {
  const defaults = config.Avatars.BodyColours

  const bodyColours = createBatchLoader(0, async (keys: readonly string[]) => {
    const rows = await findBodyColours(db, keys)
    const byKey = new Map(rows.map((row) => [row.username_key, coloursOf(row, defaults)]))
    return keys.map((key) => byKey.get(key))
  })

  const wornItems = createBatchLoader(0, async (keys: readonly string[]) => {
    const byKey = new Map<string, WornItems>()
    for (const { username_key, username, asset_id } of await findWornItems(db, keys)) {
      const worn = byKey.get(username_key) ?? { username, assetIds: [] }
      if (asset_id !== null) worn.assetIds.push(asset_id)
      byKey.set(username_key, worn)
    }
    return keys.map((key) => byKey.get(key))
  })

  const userIds = createBatchLoader(0, async (keys: readonly string[]) => {
    const byKey = new Map((await findUserIds(db, keys)).map(({ username_key, id }) => [username_key, id]))
    return keys.map((key) => byKey.get(key))
  })

  /** Game clients keep the address of an appearance while their user plays, so a former name finds its user too. */
  const byName =
    <Found>(find: (key: string) => Promise<Found | undefined>) =>
    (username: string): Promise<Found> =>
      requireByUsername(username, async (key) => {
        const found = await find(key)
        if (found !== undefined) return found
        const present = await findPresentName(db, username, now())
        return present === undefined ? undefined : find(usernameKey(present))
      })

  return {
    bodyColoursOf: byName(bodyColours),
    wornItemsOf: byName(wornItems),
    userIdOf: byName(userIds),
  }
}
