import { createHash } from 'node:crypto'
import { CannotDraw, type Drawing, type Drawn } from '@baseplate/renderer/drawing'
import { createWorkerPool } from '@baseplate/renderer/worker-pool'
import { LRUCache } from 'lru-cache'
import { noSuchUser } from '../accounts/door.ts'
import { assetType, findAsset, readHat } from '../assets/door.ts'
import { assetNotFound, isServed } from '../assets/rules.ts'
import type { Picture } from '../avatars/door.ts'
import { createSharedSlots } from '../foundation/slots.ts'
import { drawingLimits } from '../rendering/rules.ts'
import { type Describing, describeSkin, findServedItems } from './describe-user.ts'

/** Bytes of drawn files in memory: some thousand skins. */
const cacheBytes = 16_000_000

/** One drawing at a time, so that drawings for games delay pictures of the site by at most one. */
const slots = {
  each: { atOnce: 1, waiting: 200, code: 'files.images_busy', retryAfter: 2 },
  all: { atOnce: 1, waiting: 200, code: 'files.images_busy', retryAfter: 2 },
} as const

type FileKind = 'skin' | 'mesh' | 'texture'

type Files = Partial<Record<FileKind, Picture>>

/**
 * Draws avatars for engines whose games have block figures. Files that show the same are drawn once. Their validators are the SHA-1 of
 * their bytes, which games compute too.
 */
export interface BlockFigures {
  /** @throws Refused `missing`; `busy` */
  readSkin(userId: string, client: string): Promise<Picture>
  /** Lists the ids of the hats that a user wears. */
  listHats(userId: string): Promise<number[]>
  /** @throws Refused `missing`: the asset is not a hat, or not one that figures can wear; `upstream`, `late`; `busy` */
  readHat(assetId: number, file: 'mesh' | 'texture', client: string): Promise<Picture>
  close(): Promise<void>
}

export function createBlockFigures(platform: Describing): BlockFigures {
  const pool = createWorkerPool(drawingLimits)
  const turns = createSharedSlots(slots)
  const cache = new LRUCache<string, Files>({
    maxSize: cacheBytes,
    sizeCalculation: sizeOf,
  })

  /** Draws what differs from everything drawn lately. A drawing that cannot succeed has no files, which is remembered too. */
  const draw = async (drawing: Drawing): Promise<Files> => {
    const key = keyOf(drawing)
    const files = cache.get(key) ?? filesOf(await pool.draw(drawing).catch(nothingIfBroken))
    cache.set(key, files)
    return files
  }

  return {
    readSkin: (userId, client) =>
      turns.run(client, async () => {
        const described = await describeSkin(platform, userId)
        if (!described) throw noSuchUser()
        const dressed = await draw(described)
        // Clothes that take too long or too much memory to draw are left out.
        const { skin } = dressed.skin ? dressed : await draw({ ...described, clothes: {} })
        if (!skin) throw new Error(`the skin of ${userId} was not drawn`)
        return skin
      }),
    listHats: async (userId) =>
      (await findServedItems(platform.db, userId)).flatMap(({ id, type }) =>
        type === assetType.hat ? [id] : [],
      ),
    readHat: (assetId, file, client) =>
      turns.run(client, async () => {
        const asset = await findAsset(platform.db, assetId)
        const isWorn = asset?.type === assetType.hat && isServed(asset)
        const model = isWorn ? await readHat(platform, assetId).catch(undefinedIfBroken) : undefined
        const found = model && (await draw({ kind: 'hat', model }))[file]
        if (!found) throw assetNotFound()
        return found
      }),
    close: () => pool.close(),
  }
}

function undefinedIfBroken(error: unknown): undefined {
  if (!(error instanceof CannotDraw)) throw error
}

function nothingIfBroken(error: unknown): Drawn {
  if (!(error instanceof CannotDraw)) throw error
  return {}
}

function filesOf({ skin, hat }: Drawn): Files {
  return {
    ...(skin && { skin: fileOf(skin) }),
    ...(hat && { mesh: fileOf(hat.mesh), texture: fileOf(hat.texture) }),
  }
}

function fileOf(content: Uint8Array): Picture {
  const bytes = Buffer.from(content)
  return { bytes, etag: `"${createHash('sha1').update(bytes).digest('hex')}"` }
}

/** Returns a hash of everything that a drawing shows. */
function keyOf(drawing: Drawing): string {
  const withHashes = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64')
    if (Array.isArray(value)) return value.map(withHashes)
    if (typeof value !== 'object' || value === null) return value
    return Object.entries(value).map(([name, member]) => [name, withHashes(member)])
  }
  return createHash('sha256')
    .update(JSON.stringify(withHashes(drawing)))
    .digest('base64')
}

const sizeOf = (files: Files): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes.length, 100)
