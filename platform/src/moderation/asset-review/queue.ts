import { buffer } from 'node:stream/consumers'
import { NotAModel } from '@baseplate/renderer/models/document'
import { type ModelOutline, readOutline } from '@baseplate/renderer/models/outline'
import type { Actor } from '../../accounts/rules.ts'
import { sourceOf } from '../../assets/creating/rules.ts'
import { assetFileName } from '../../assets/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Files } from '../../foundation/files.ts'
import { slugOf } from '../../foundation/slug.ts'
import { permitReviewing } from './permit.ts'
import { listLine, listTakenByOthers, listWaiting } from './queries.ts'

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
  /** Since when it waits. */
  since: number
  /** Until when it is the viewer's to look at, if they do nothing more; null: nobody looks at it. */
  until: number | null
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

export interface Queue {
  /** What the viewer looks at, then what nobody does, each with what waits longest first. */
  assets: PendingAsset[]
  /** What others look at. */
  others: { id: number; name: string; type: number; since: number; holder: string; until: number }[]
  /** How many wait in all: a thousand and one are more than a thousand. */
  waiting: number
  /** Since when the first of them waits; null: none does. */
  oldest: number | null
}

/**
 * The assets that wait for approval.
 *
 * @throws Refused `forbidden`
 */
export async function viewQueue(
  platform: { db: Db; now: Clock; files: Files; config: Pick<Config, 'Client'> },
  actor: Actor,
): Promise<Queue> {
  permitReviewing(actor)
  const { db, now } = platform
  const looking = { actorId: actor.id, now: now(), limit: perPage }
  const line = await listLine(db)
  const mine = await listWaiting(db, 'mine', looking)
  const free = await listWaiting(db, 'free', looking)
  const assets: PendingAsset[] = []
  for (const { forSale, ...row } of [...mine, ...free].slice(0, perPage)) {
    const outline = sourceOf(row.type) === 'document' ? await outlineOf(platform, row) : null
    assets.push({ ...row, slug: slugOf(row.name), forSale: forSale === 1, outline })
  }
  const others = (await listTakenByOthers(db, looking)).map(({ until, ...asset }) => ({
    ...asset,
    until: until ?? 0,
  }))
  return { assets, others, waiting: line.length, oldest: line[0]?.since ?? null }
}

async function outlineOf(
  { files, config }: { files: Files; config: Pick<Config, 'Client'> },
  { id, size }: { id: number; size: number },
): Promise<ModelOutline | null> {
  const file = size <= maxOutlinedBytes ? await files.open(assetFileName(id)) : undefined
  if (!file) return null
  try {
    return await readOutline(await buffer(file.stream()), config.Client.DocumentRoot)
  } catch (error) {
    if (error instanceof NotAModel) return null
    throw error
  }
}
