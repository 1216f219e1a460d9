import { CannotDraw, type Clothes, clothesNames, type Drawing, type Hat } from '@baseplate/renderer/drawing'
import {
  type AssetFiles,
  assetType,
  type ModelReading,
  readHat,
  readServed,
  readTexture,
} from '../assets/door.ts'
import { isServed } from '../assets/rules.ts'
import { findColours, findWorn } from '../avatars/door.ts'
import { coloursOf } from '../avatars/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'

/** Clothes that pictures show, by asset type. */
const clothesOf: Partial<Record<number, keyof Clothes>> = {
  [assetType.face]: 'face',
  [assetType.tShirt]: 'tShirt',
  [assetType.shirt]: 'shirt',
  [assetType.pants]: 'pants',
}

interface DescribedUser {
  drawing: Drawing
  /** A sentence for each worn item that is broken and left out of the drawing. */
  omitted: string[]
}

interface Describing extends ModelReading {
  db: Db
  config: Pick<Config, 'Avatars'>
}

/**
 * Describes the current appearance of a user for the renderer. Returns undefined when the user was deleted.
 *
 * @param isPatient whether to throw transient errors, so that the drawing is retried. Otherwise the item is left out.
 */
export async function describeUser(
  platform: Describing,
  userId: string,
  isPatient: boolean,
): Promise<DescribedUser | undefined> {
  const stored = await findColours(platform.db, userId)
  if (!stored) return undefined
  const clothes: Clothes = {}
  const hats: Hat[] = []
  const omitted: string[] = []
  for (const item of await findWorn(platform.db, userId)) {
    if (!isServed(item)) continue
    const kind = clothesOf[item.type]
    try {
      if (kind) clothes[kind] = await requireFile(await readTexture(platform, item.id), platform, item.id)
      if (item.type === assetType.hat) {
        const model = await requireFile(await readHat(platform, item.id), platform, item.id)
        if (model) hats.push({ ...model, name: `asset ${item.id}` })
      }
    } catch (error) {
      const reason = reasonToOmit(error, isPatient)
      if (reason === undefined) throw error
      omitted.push(`${kind ? clothesNames[kind] : 'hat'} asset ${item.id}: ${reason}`)
    }
  }
  const colours = coloursOf(stored, platform.config.Avatars.BodyColours)
  return { drawing: { kind: 'avatar', colours, clothes, hats }, omitted }
}

/**
 * Returns `read`, the content of an asset. An asset may have nothing to show, such as a hat in the clients' binary format, but its
 * file must exist.
 *
 * @throws CannotDraw
 */
async function requireFile<T>(
  read: T | undefined,
  platform: { assetFiles: AssetFiles },
  assetId: number,
): Promise<T | undefined> {
  if (read === undefined && (await readServed(platform, assetId)) === undefined) {
    throw new CannotDraw('Its file is missing')
  }
  return read
}

/** Error codes that concern a single file. Other errors concern the machine. */
const fileErrors: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP'])

/** Returns why an item is left out of a drawing; undefined when the drawing has to fail. */
function reasonToOmit(error: unknown, isPatient: boolean): string | undefined {
  if (error instanceof CannotDraw) return error.message
  // The asset cloud is unavailable. It may be back soon.
  if (error instanceof Refused) return isPatient ? undefined : error.message
  const { code } = error as NodeJS.ErrnoException
  return fileErrors.has(code) ? `Its file cannot be read (${code})` : undefined
}
