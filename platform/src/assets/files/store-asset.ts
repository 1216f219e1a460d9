import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ReferenceScan } from '@baseplate/renderer/models/scan-references'
import type { Clock } from '@baseplate/service/clock'
import { retryOnConflict } from '@baseplate/storage/database/conflict'
import type { Files } from '@baseplate/storage/files'
import { type Chunks, type Received, TooLarge } from '@baseplate/storage/received-file'
import type { Insertable } from 'kysely'
import type { Actor } from '../../accounts/rules.ts'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import type { Db } from '../../foundation/database.ts'
import { parseInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { createAssetInput } from '../input.ts'
import { giveAsset } from '../ownership/queries.ts'
import { assetFileName, fileTooLarge, firstVisibility, maxAssetBytes } from '../rules.ts'
import type { AssetTables } from '../tables.ts'
import type { ModelReader } from './model-reader.ts'
import { readReferences, recordReferences, scanAssetFile } from './references.ts'

interface Storing {
  db: Db
  now: Clock
  files: Files
  modelReader: ModelReader
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
  input: { type: number; name: string; description?: string },
  source: Chunks,
): Promise<{ id: number }> {
  const described = parseInput(createAssetInput, input)
  return receiveAssetFile(platform, source, async (received, file, referencesIn) => {
    const id = await retryOnConflict(() => takeAssetId(platform.db))
    const name = assetFileName(id)
    await received.store(name)
    const referred = await referencesIn(name).catch(async (error: unknown) => {
      await platform.files.remove(name)
      throw error
    })
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
 * Writes an asset's file to disk under a temporary name.
 *
 * @param use stores the file. `referencesIn` finds the assets that the file refers to, by the name under which it is stored.
 * @throws InvalidFields `asset`; Refused `busy`; any error of the source or of `use`.
 */
export async function receiveAssetFile<T>(
  platform: { files: Files; modelReader: ModelReader },
  source: Chunks,
  use: (
    received: Received,
    file: AssetFileColumns,
    referencesIn: (name: string) => Promise<number[]>,
  ) => Promise<T>,
): Promise<T> {
  const md5 = createHash('md5')
  const scan = scanAssetFile()
  const referencesIn = (name: string) => readReferences(platform, scan, () => readFile(platform.files, name))
  try {
    return await platform.files.receive(observe(source, md5, scan), maxAssetBytes, (received) =>
      use(
        received,
        { file_size: received.size, file_sha256: received.sha256, file_md5: md5.digest('hex') },
        referencesIn,
      ),
    )
  } catch (error) {
    if (error instanceof TooLarge) throw fileTooLarge()
    throw error
  }
}

async function readFile(files: Files, name: string): Promise<Uint8Array> {
  const file = await files.open(name)
  if (!file) throw new Error(`the file ${name} is missing`)
  return buffer(file.stream())
}

/** Passes on the chunks of a file, and hashes and scans them on the way. */
async function* observe(source: Chunks, hash: ReturnType<typeof createHash>, scan: ReferenceScan) {
  for await (const chunk of source) {
    hash.update(chunk)
    scan.add(chunk)
    yield chunk
  }
}
