import { CannotDraw, type Clothes, clothesNames, type Drawing, type Hat } from '@baseplate/renderer/drawing'
import type { AssetFiles } from '../assets/files/asset-files.ts'
import { readHat } from '../assets/pictures/models.ts'
import { readServed, readTexture } from '../assets/pictures/textures.ts'
import { assetType, isServed } from '../assets/rules.ts'
import type { Db } from '../database.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import { findLooks, findWorn } from './queries.ts'
import { coloursOf } from './rules.ts'

/** Which part of an outfit an asset of a type is, of those that pictures show. */
const partOf: Partial<Record<number, keyof Clothes>> = {
  [assetType.face]: 'face',
  [assetType.tShirt]: 'tShirt',
  [assetType.shirt]: 'shirt',
  [assetType.pants]: 'pants',
}

export interface DescribedUser {
  drawing: Drawing
  /** A sentence for each item that is worn and broken: the drawing is without it. */
  omitted: string[]
}

interface Describing {
  db: Db
  assetFiles: AssetFiles
  config: Pick<Config, 'Avatars'>
}

/**
 * Describes what the pictures of a user show, as they look at this moment; undefined: the user is gone.
 *
 * @param isPatient an error that may pass is thrown, so that the drawing is tried again; otherwise its item is left out.
 */
export async function describeUser(
  platform: Describing,
  userId: string,
  isPatient: boolean,
): Promise<DescribedUser | undefined> {
  const looks = await findLooks(platform.db, userId)
  if (!looks) return undefined
  const clothes: Clothes = {}
  const hats: Hat[] = []
  const omitted: string[] = []
  for (const item of await findWorn(platform.db, userId)) {
    if (!isServed(item)) continue
    const part = partOf[item.type]
    try {
      if (part) clothes[part] = await requireFile(await readTexture(platform, item.id), platform, item.id)
      if (item.type === assetType.hat) {
        const model = await requireFile(await readHat(platform, item.id), platform, item.id)
        if (model) hats.push({ ...model, name: `asset ${item.id}` })
      }
    } catch (error) {
      const reason = reasonToOmit(error, isPatient)
      if (reason === undefined) throw error
      omitted.push(`${part ? clothesNames[part] : 'hat'} asset ${item.id}: ${reason}`)
    }
  }
  const colours = coloursOf(looks, platform.config.Avatars.BodyColours)
  return { drawing: { kind: 'avatar', colours, clothes, hats }, omitted }
}

/**
 * Passes on what was read of an asset. Nothing may be seen of an asset, as of a hat in the clients' binary form; but its file
 * has to be there.
 *
 * @throws CannotDraw
 */
async function requireFile<T>(
  read: T | undefined,
  platform: { assetFiles: AssetFiles },
  assetId: number,
): Promise<T | undefined> {
  if (read === undefined && (await readServed(platform, assetId)) === undefined) {
    throw new CannotDraw('Its file is not there')
  }
  return read
}

/** What the system says of one file; other errors are the machine's, and concern all of them. */
const unreadable: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP'])

/** Why an item is left out of a drawing; undefined: the drawing fails. */
function reasonToOmit(error: unknown, isPatient: boolean): string | undefined {
  if (error instanceof CannotDraw) return error.message
  // The asset cloud is away: it may be back soon.
  if (error instanceof Refused) return isPatient ? undefined : error.message
  const { code } = error as NodeJS.ErrnoException
  return unreadable.has(code) ? `Its file cannot be read (${code})` : undefined
}
