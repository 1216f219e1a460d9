import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase, whyNotModerateContent } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import { assetInput, updateAssetInput } from './input.ts'
import { type AssetRow, findAsset } from './queries.ts'
import { assetNotFound, mayManage } from './rules.ts'

/** Finds an asset that the actor may change. @throws Refused `missing`; `forbidden` */
export async function findManagedAsset(db: Db, actor: Actor, assetId: number): Promise<AssetRow> {
  const asset = await findAsset(db, assetId)
  if (!asset) throw assetNotFound()
  if (!mayManage(actor, asset)) throw new Refused('assets.changing_forbidden')
  return asset
}

/** Logs a moderator's change of another user's asset, in the transaction of the change. */
export async function recordAssetChange(
  db: Db,
  actor: Actor,
  asset: Pick<AssetRow, 'id' | 'creator_id'>,
  change: { before: object; after: object },
  now: number,
): Promise<void> {
  if (asset.creator_id === actor.id) return
  await recordAction(db, { actor, action: 'changeasset', subject: `asset:${asset.id}`, ...change }, now)
}

/** @throws Refused `missing`, `forbidden` */
export const viewAssetSettings = useCase(
  { summary: 'Returns the settings of an item.', scope: 'assets:write', input: assetInput },
  async ({ db }: { db: Db }, actor, { id }) => {
    const asset = await findManagedAsset(db, actor, id)
    return {
      name: asset.name,
      description: { text: asset.description, updated: asset.description_updated },
      /** Micro-units. */
      price: asset.price,
      forSale: asset.for_sale === 1,
      type: asset.type,
      visibility: asset.visibility,
      /** Hexadecimal SHA-256 of the file, which a moderator's decision names. */
      file: asset.file_sha256,
      /** Whether the actor may moderate the asset and reverse that. */
      moderates:
        (await whyNotModerateContent(db, actor, { what: 'items', ownerId: asset.creator_id })) === undefined,
    }
  },
)

interface Changing {
  db: Db
  now: Clock
  filterText: TextFilter
}

/** @throws InvalidFields; Refused `missing`, `forbidden` */
export const updateAsset = useCase(
  {
    summary: 'Changes the name, description and price of an item.',
    scope: 'assets:write',
    input: updateAssetInput,
    permit: ({ db }: Changing, actor, input) => findManagedAsset(db, actor, parseInput(assetInput, input).id),
  },
  async (platform: Changing, actor, { id, price, forSale, ...written }): Promise<void> => {
    const asset = await findManagedAsset(platform.db, actor, id)
    const name = platform.filterText(written.name)
    const description = platform.filterText(written.description)
    const now = platform.now()
    await platform.db.transaction().execute(async (db) => {
      await db
        .updateTable('assets')
        .set({
          name,
          name_key: nameKeyOf(name),
          description,
          ...(description !== asset.description && { description_updated: now }),
          price,
          for_sale: forSale ? 1 : 0,
          updated: now,
        })
        .where('id', '=', id)
        .execute()
      const before = {
        name: asset.name,
        description: asset.description,
        price: asset.price,
        forSale: asset.for_sale === 1,
      }
      await recordAssetChange(db, actor, asset, { before, after: { name, description, price, forSale } }, now)
    })
  },
)
