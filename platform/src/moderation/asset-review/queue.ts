import { buffer } from 'node:stream/consumers'
import { NotAModel } from '@baseplate/renderer/models/document'
import type { ModelOutline } from '@baseplate/renderer/models/outline'
import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import { sourceOf } from '../../assets/creating/rules.ts'
import type { ModelReader } from '../../assets/door.ts'
import { assetFileName } from '../../assets/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { listClaimedByOthers, listQueue, listWaiting } from './queries.ts'
import { type MakerRecord, readRecord } from './record.ts'
import { reviewing } from './rules.ts'
import { listRefusedPictures, type RefusedItem, similarRefusals } from './similar.ts'

/** Assets on one page of the queue. */
const perPage = 20

/** Documents larger than this are not read for the list. */
const maxOutlinedBytes = 2_000_000

/** An asset that waits for review. */
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
  /** When it entered the queue. */
  since: number
  /** When the viewer's claim expires; null: unclaimed. */
  until: number | null
  /** Bytes of its file. */
  size: number
  /** Hex SHA-256 of its file, which the decision is about. */
  file: string
  creatorUsername: string | null
  /** The image that it is made of. */
  imageId: number | null
  /** Name of its rendered picture; null before the first render. */
  thumbnail: string | null
  /** Earlier decisions about its creator; null if the viewer has not claimed the item, or the account is deleted. */
  record: MakerRecord | null
  /** Moderated items that it resembles; none if the viewer has not claimed the item. */
  similar: RefusedItem[]
  /** Contents of its document; null if the file is not a document, or too large. */
  outline: ModelOutline | null
}

export interface Queue {
  /** The viewer's claims, then unclaimed assets, each by waiting time. */
  assets: PendingAsset[]
  /** Assets that other reviewers have claimed. */
  others: { id: number; name: string; type: number; since: number; holder: string; until: number }[]
  /** Length of the queue; 1,001 stands for more than 1,000. */
  waiting: number
  /** When the first asset entered the queue; null: the queue is empty. */
  oldest: number | null
}

interface Reviewing {
  db: Db
  now: Clock
  files: Files
  modelReader: ModelReader
  config: Pick<Config, 'Client'>
}

export const viewQueue = useCase(
  { ...reviewing, summary: 'Returns the review queue.', input: noInput },
  async (platform: Reviewing, actor): Promise<Queue> => {
    const { db, now } = platform
    const looking = { actorId: actor.id, now: now(), limit: perPage }
    const line = await listQueue(db)
    const mine = await listWaiting(db, 'mine', looking)
    const free = await listWaiting(db, 'free', looking)
    const assets: PendingAsset[] = []
    const compares = mine.some(({ pictureHash }) => pictureHash !== '')
    const pictures = compares ? await listRefusedPictures(db) : []
    for (const { forSale, nameKey, creatorId, pictureHash, ...row } of [...mine, ...free].slice(0, perPage)) {
      const outline = sourceOf(row.type) === 'document' ? await outlineOf(platform, row) : null
      const isMine = row.until !== null
      assets.push({
        ...row,
        slug: slugOf(row.name),
        forSale: forSale === 1,
        outline,
        record: isMine && creatorId ? await readRecord(db, creatorId) : null,
        similar: isMine
          ? await similarRefusals(db, { ...row, nameKey, creatorId, pictureHash }, pictures)
          : [],
      })
    }
    const others = (await listClaimedByOthers(db, looking)).map(({ until, ...asset }) => ({
      ...asset,
      until: until ?? 0,
    }))
    return { assets, others, waiting: line.length, oldest: line[0]?.since ?? null }
  },
)

async function outlineOf(
  { files, modelReader, config }: Pick<Reviewing, 'files' | 'modelReader' | 'config'>,
  { id, size }: { id: number; size: number },
): Promise<ModelOutline | null> {
  const file = size <= maxOutlinedBytes ? await files.open(assetFileName(id)) : undefined
  if (!file) return null
  try {
    return await modelReader.outline(await buffer(file.stream()), config.Client.DocumentRoot)
  } catch (error) {
    if (error instanceof NotAModel) return null
    throw error
  }
}
