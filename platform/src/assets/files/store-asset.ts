import { createHash } from 'node:crypto'
import type { ReferenceScan } from '@baseplate/renderer/models/scan-references'
import type { Insertable } from 'kysely'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import type { Clock } from '../../foundation/clock.ts'
import { retryOnConflict } from '../../foundation/database/conflict.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { type Chunks, type Files, type Received, TooLarge } from '../../foundation/files.ts'
import { parseInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { createAssetInput } from '../input.ts'
import { giveAsset } from '../ownership.ts'
import { firstVisibility, maxAssetBytes } from '../rules.ts'
import type { CatalogTables } from '../tables.ts'
import { recordReferences, scanAssetFile } from './references.ts'

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
  source: Chunks,
): Promise<{ id: number }> {
  const described = parseInput(createAssetInput, input)
  return receiveAssetFile(platform, source, async (received, file, referred) => {
    const id = await retryOnConflict(() => takeAssetId(platform.db))
    await received.place(assetFileName(id))
    const now = platform.now()
    const asset = { id, ...described, ...file, visibility: firstVisibility(actor), indexed: 1 }
    await platform.db.transaction().execute(async (db) => {
      await addAsset(db, actor, asset, now)
      await recordReferences(db, id, referred)
    })
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
      waiting_since: now,
      created: now,
      updated: now,
      ...asset,
    })
    .execute()
  await giveAsset(db, { userId: creator.id, assetId: asset.id }, now)
}

type AssetFileColumns = Pick<CatalogTables['assets'], 'file_size' | 'file_sha256' | 'file_md5'>

/** Has a file arrive on disk, under a temporary name, and finds the assets that it refers to. @throws InvalidFields `asset`; whatever the source or `use` throws. */
export async function receiveAssetFile<T>(
  { files }: Storing,
  source: Chunks,
  use: (received: Received, file: AssetFileColumns, referred: Set<number>) => Promise<T>,
): Promise<T> {
  const md5 = createHash('md5')
  const scan = scanAssetFile()
  try {
    return await files.receive(looked(source, md5, scan), maxAssetBytes, (received) =>
      use(
        received,
        { file_size: received.size, file_sha256: received.sha256, file_md5: md5.digest('hex') },
        scan.end(),
      ),
    )
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ asset: 'File must be less than 20MB in size' })
    throw error
  }
}

async function* looked(source: Chunks, hash: ReturnType<typeof createHash>, scan: ReferenceScan) {
  for await (const chunk of source) {
    hash.update(chunk)
    scan.add(chunk)
    yield chunk
  }
}
