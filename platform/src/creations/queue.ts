import { buffer } from 'node:stream/consumers'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { assetFileName } from '../catalog/store-asset.ts'
import type { Db } from '../database.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import type { Files } from '../foundation/files.ts'
import { slugOf } from '../foundation/slug.ts'
import { type ModelOutline, NotAModel, readModel } from './model-file.ts'
import { listPending } from './queries.ts'
import { sourceOf } from './rules.ts'

/** So many are looked at without loading another page. */
const perPage = 20

/** Larger documents are read when somebody opens them, and not for a list. */
const maxOutlinedBytes = 2_000_000

/** An asset that waits for somebody to look at it. */
export interface PendingAsset {
  id: number
  name: string
  slug: string
  type: number
  description: string
  /** Micro-units. */
  price: number
  forSale: boolean
  created: number
  /** Bytes of its file. */
  size: number
  /** Hex SHA-256 of its file: what is decided on. */
  file: string
  creatorUsername: string | null
  /** The picture that it is made of. */
  imageId: number | null
  /** What is in its document; null: it is none, or too large to be read here. */
  outline: ModelOutline | null
}

/**
 * The assets that wait for approval, those that wait longest first, and whether there are more.
 *
 * @throws Refused `forbidden`
 */
export async function viewQueue(
  platform: { db: Db; files: Files; config: Pick<Config, 'Client'> },
  actor: Actor,
): Promise<{ assets: PendingAsset[]; more: boolean }> {
  if (actor.permissionLevel < permissionLevel.catalogManager) {
    throw new Refused('forbidden', 'You cannot review assets')
  }
  const rows = await listPending(platform.db, { limit: perPage + 1 })
  const assets: PendingAsset[] = []
  for (const { forSale, ...row } of rows.slice(0, perPage)) {
    const outline = sourceOf(row.type) === 'document' ? await outlineOf(platform, row) : null
    assets.push({ ...row, slug: slugOf(row.name), forSale: forSale === 1, outline })
  }
  return { assets, more: rows.length > perPage }
}

async function outlineOf(
  { files, config }: { files: Files; config: Pick<Config, 'Client'> },
  { id, size }: { id: number; size: number },
): Promise<ModelOutline | null> {
  const file = size <= maxOutlinedBytes ? await files.open(assetFileName(id)) : undefined
  if (!file) return null
  try {
    return await readModel(await buffer(file.stream()), config.Client.DocumentRoot)
  } catch (error) {
    if (error instanceof NotAModel) return null
    throw error
  }
}
