import { createHash } from 'node:crypto'
import type { ReferenceScan } from '@baseplate/renderer/models/scan-references'
import type { Insertable } from 'kysely'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import type { Clock } from '../../foundation/clock.ts'
import { retryOnConflict } from '../../foundation/database/conflict.ts'
import type { Files } from '../../foundation/files.ts'
import { parseInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { type Chunks, type Received, TooLarge } from '../../foundation/received-file.ts'
import { createAssetInput } from '../input.ts'
import { giveAsset } from '../ownership/queries.ts'
import { assetFileName, fileTooLarge, firstVisibility, maxAssetBytes } from '../rules.ts'
import type { AssetTables } from '../tables.ts'
import { recordReferences, scanAssetFile } from './references.ts'

interface Storing {
  db: Db
  now: Clock
  files: Files
}

/**
 * Stores a new asset of any type with its file, for free. Readers see all of it or nothing.
 *
 * @param source the bytes of the file, at most 20 MB.
 * @throws InvalidFields `type`, `name`, `description`, `asset`; any error of the source.
 */
export async function storeAsset(
  platform: Storing,
  actor: Actor,
  input: unknown,
  source: Chunks,
): Promise<{ id: number }> {
  const described = parseInput(createAssetInput, input)
  return receiveAssetFile(platform, source, async (received, file, referred) => {
    const id = await retryOnConflict(() => takeAssetId(platform.db))
    await received.store(assetFileName(id))
    const now = platform.now()
    const asset = { id, ...described, ...file, visibility: firstVisibility(actor) }
    await platform.db.transaction().execute(async (db) => {
      await insertAsset(db, actor, asset, now)
      await recordReferences(db, id, referred)
    })
    return { id }
  })
}

export type NewAsset = Pick<
  AssetTables['assets'],
  'id' | 'type' | 'name' | 'description' | 'visibility' | keyof AssetFileColumns
> &
  Partial<Insertable<AssetTables['assets']>>

/** Inserts an asset whose file is already stored, and makes its creator the owner. */
export async function insertAsset(
  db: Db,
  creator: { id: string },
  asset: NewAsset,
  now: number,
): Promise<void> {
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

type AssetFileColumns = Pick<AssetTables['assets'], 'file_size' | 'file_sha256' | 'file_md5'>

/**
 * Writes an asset's file to disk under a temporary name, and finds the assets that it refers to.
 *
 * @throws InvalidFields `asset`; any error of the source or of `use`.
 */
export async function receiveAssetFile<T>(
  { files }: { files: Files },
  source: Chunks,
  use: (received: Received, file: AssetFileColumns, referred: Set<number>) => Promise<T>,
): Promise<T> {
  const md5 = createHash('md5')
  const scan = scanAssetFile()
  try {
    return await files.receive(observe(source, md5, scan), maxAssetBytes, (received) =>
      use(
        received,
        { file_size: received.size, file_sha256: received.sha256, file_md5: md5.digest('hex') },
        scan.end(),
      ),
    )
  } catch (error) {
    if (error instanceof TooLarge) throw fileTooLarge()
    throw error
  }
}

/** Passes on the chunks of a file, and hashes and scans them on the way. */
async function* observe(source: Chunks, hash: ReturnType<typeof createHash>, scan: ReferenceScan) {
  for await (const chunk of source) {
    hash.update(chunk)
    scan.add(chunk)
    yield chunk
  }
}
