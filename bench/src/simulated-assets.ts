import { nameKeyOf } from '@baseplate/platform/foundation/name-key'
import type { Platform } from '@baseplate/platform/platform'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { fillInBulk, idsOf } from './bulk.ts'
import { chanceFrom, wordsOf } from './chance.ts'
import { seedUsers } from './seed.ts'

const makers = 1_000
const day = 86_400_000

const unit = 1_000_000

/** Types of assets in realistic proportions: half are shirts and pants, a fifth T-shirts, the rest decals, hats and faces. */
const types = [11, 11, 11, 12, 12, 2, 2, 13, 8, 18]

const firstWords = ['Red', 'Golden', 'Frozen', 'Wooden', 'Open', 'Mega', 'Happy', 'Lucky', 'Molten', 'Hidden']
const lastWords = ['Hood', 'Crown', 'Jacket', 'Wings', 'Ring', 'Smile', 'Cape', 'Wing', 'Armour', 'Stripes']

/** Returns a unique name whose words occur in many names. One in a hundred thousand has a rare word. */
export const nameOf = (at: number) =>
  [...wordsOf(firstWords, lastWords, at), ...(at % 100_000 === 7 ? ['of the Quokka'] : []), at].join(' ')

/** Returns the row of an asset that is on sale and has no file. Times are Unix milliseconds, the price micro-units. */
export const assetRow = (asset: {
  id: number
  type: number
  name: string
  creator_id: string
  price: number
  sold: number
  created: number
}) => ({
  ...asset,
  name_key: nameKeyOf(asset.name),
  description: 'A thing to measure.',
  description_updated: asset.created,
  visibility: 'Visible' as const,
  withheld: 0,
  for_sale: 1,
  file_size: 1_000,
  file_sha256: '',
  file_md5: '',
  updated: asset.created,
})

/** The id of the first simulated asset. The others follow it. */
export const firstAsset = 300_000_000

/**
 * Fills the catalog with assets of several types at different prices, a third of them never sold. Returns the ids of the
 * makers, who have made the assets in turn.
 */
export async function seedSimulatedAssets({ db, now }: Platform, count: number): Promise<string[]> {
  const users = await seedUsers({ db, now }, makers)
  const chance = chanceFrom(1)
  const assets = Array.from({ length: count }, (_, at) => ({
    ...assetRow({
      id: firstAsset + at,
      type: types[Math.floor(chance() * types.length)] ?? 0,
      name: nameOf(at),
      creator_id: users[at % users.length] ?? '',
      price: Math.floor(chance() ** 3 * 100) * unit,
      sold: Math.floor(chance() ** 8 * 10_000),
      created: now() - Math.floor(chance() * 300 * day),
    }),
    for_sale: Number(chance() < 0.9),
  }))
  const counts = [...Map.groupBy(assets, ({ type }) => type)].map(([type, of]) => ({
    type,
    assets: of.length,
  }))
  await fillInBulk(db, async (fill) => {
    await fill('asset_ids', idsOf(assets))
    await fill('assets', assets)
    // The bulk fill on PostgreSQL skips triggers, including the one that counts assets.
    if (isPostgres(db)) await fill('catalog_counts', counts)
  })
  return users
}
