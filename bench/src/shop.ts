import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newTimedId } from '@baseplate/platform/foundation/ids'
import { slugOf } from '@baseplate/platform/foundation/slug'
import type { Platform } from '@baseplate/platform/platform'
import { idsOf, insertRows } from './bulk.ts'
import { mintLine } from './ledger-file.ts'
import { assetRow, firstAsset } from './simulated-assets.ts'

const unit = 1_000_000

const nameOf = (item: number) => `Hat number ${item}`

/** Returns the path of the action that buys an item. */
export const purchaseOf = (item: number): string =>
  `/catalog/${firstAsset + item}/${slugOf(nameOf(item))}?/buy`

/** Puts items on sale, for one unit each. */
export async function seedItems(
  { db, now }: Platform,
  creators: readonly string[],
  count: number,
): Promise<void> {
  const assets = Array.from({ length: count }, (_, item) => {
    const creator_id = creators[item % creators.length] ?? ''
    const asset = { id: firstAsset + item, type: 8, name: nameOf(item), creator_id }
    return assetRow({ ...asset, price: unit, sold: 0, created: now() })
  })
  await insertRows(db, 'asset_ids', idsOf(assets))
  await insertRows(db, 'assets', assets)
}

/** Writes a ledger in which each user has a stipend. */
export async function giveMoney({ config, now }: Platform, users: readonly string[]): Promise<void> {
  const folder = join(config.dataDirectory, 'economy')
  await mkdir(folder, { recursive: true })
  const lines = users.map((id) => mintLine(newTimedId(now()).slice(0, 15), `user:${id}`, now()))
  await writeFile(join(folder, 'ledger'), lines.join(''))
}
