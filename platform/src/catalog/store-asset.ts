import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { takeAssetId } from '../foundation/asset-ids.ts'
import type { Clock } from '../foundation/clock.ts'
import { retryOnConflict } from '../foundation/database/conflict.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { type Files, type Received, TooLarge } from '../foundation/files.ts'
import { parseInput } from '../foundation/input.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import { createAssetInput } from './input.ts'
import { giveAsset } from './ownership.ts'
import { firstVisibility, maxAssetBytes } from './rules.ts'
import type { CatalogTables } from './tables.ts'

interface Storing {
  db: Db
  now: Clock
  files: Files
}

export const assetsFolder = 'assets'
export const assetFileName = (assetId: number) => `${assetsFolder}/${assetId}`

/**
 * Stores a new asset with its file. Nothing of it is seen before all of it is there.
 *
 * @param source the file's bytes, at most 20 MB, as they come.
 * @throws InvalidFields `type`, `name`, `description`, `asset`; whatever the source throws.
 */
export async function createAsset(
  platform: Storing,
  actor: Actor,
  input: unknown,
  source: AsyncIterable<Uint8Array>,
): Promise<{ id: number }> {
  const described = parseInput(createAssetInput, input)
  return receiveAssetFile(platform, source, async (received, file) => {
    const id = await retryOnConflict(() => takeAssetId(platform.db))
    await received.place(assetFileName(id))
    const now = platform.now()
    const asset = { id, ...described, ...file, visibility: firstVisibility(actor) }
    await platform.db.transaction().execute((db) => addAsset(db, actor, asset, now))
    return { id }
  })
}

export type NewAsset = Pick<
  CatalogTables['assets'],
  'id' | 'type' | 'name' | 'description' | 'visibility' | keyof AssetFileColumns
> &
  Partial<Insertable<CatalogTables['assets']>>

/** Notes an asset whose file is there; whoever made it owns it. */
export async function addAsset(db: Db, creator: { id: string }, asset: NewAsset, now: number): Promise<void> {
  await db
    .insertInto('assets')
    .values({
      name_key: nameKeyOf(asset.name),
      description_updated: now,
      creator_id: creator.id,
      created: now,
      updated: now,
      ...asset,
    })
    .execute()
  await giveAsset(db, { userId: creator.id, assetId: asset.id }, now)
}

/**
 * Replaces an asset's file. Whether the actor may is the caller's question.
 *
 * @param meanwhile what else changes with the file, in the same transaction, with the asset's row held.
 * @throws Refused `missing`; InvalidFields `asset`; whatever the source or `meanwhile` throws. The old file stays then.
 */
export async function replaceAssetFile(
  platform: Storing,
  assetId: number,
  source: AsyncIterable<Uint8Array>,
  meanwhile?: (db: Db) => Promise<void>,
): Promise<void> {
  await receiveAssetFile(platform, source, (received, file) =>
    platform.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('assets')
        .set({ ...file, updated: platform.now() })
        .where('id', '=', assetId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Refused('missing', 'Asset not found')
      await meanwhile?.(db)
      // Within the transaction, so that of two at once the file and the row are of the same one.
      await received.place(assetFileName(assetId))
    }),
  )
}

type AssetFileColumns = Pick<CatalogTables['assets'], 'file_size' | 'file_sha256' | 'file_md5'>

async function receiveAssetFile<T>(
  { files }: Storing,
  source: AsyncIterable<Uint8Array>,
  use: (received: Received, file: AssetFileColumns) => Promise<T>,
): Promise<T> {
  const md5 = createHash('md5')
  try {
    return await files.receive(hashed(source, md5), maxAssetBytes, (received) =>
      use(received, {
        file_size: received.size,
        file_sha256: received.sha256,
        file_md5: md5.digest('hex'),
      }),
    )
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ asset: 'File must be less than 20MB in size' })
    throw error
  }
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
