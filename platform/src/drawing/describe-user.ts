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

export interface Describing extends ModelReading {
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
  const colours = await coloursOfUser(platform, userId)
  if (!colours) return undefined
  const reading = { platform, isPatient, omitted: [] as string[] }
  const items = await findServedItems(platform.db, userId)
  const clothes = await readClothes(reading, items)
  const hats: Hat[] = []
  for (const { id } of items.filter(({ type }) => type === assetType.hat)) {
    const model = await readItem(reading, { id, kind: 'hat' }, () => readHat(platform, id))
    if (model) hats.push({ ...model, name: `asset ${id}` })
  }
  return { drawing: { kind: 'avatar', colours, clothes, hats }, omitted: reading.omitted }
}

/** Describes the skin of a user, without the items that cannot be read. Returns undefined when the user was deleted. */
export async function describeSkin(
  platform: Describing,
  userId: string,
): Promise<Extract<Drawing, { kind: 'skin' }> | undefined> {
  const colours = await coloursOfUser(platform, userId)
  if (!colours) return undefined
  const items = await findServedItems(platform.db, userId)
  return {
    kind: 'skin',
    colours,
    clothes: await readClothes({ platform, isPatient: false, omitted: [] }, items),
  }
}

async function coloursOfUser({ db, config }: Pick<Describing, 'db' | 'config'>, userId: string) {
  const stored = await findColours(db, userId)
  return stored && coloursOf(stored, config.Avatars.BodyColours)
}

/** Lists the worn items that game clients get. */
export const findServedItems = async (db: Db, userId: string) =>
  (await findWorn(db, userId)).filter((item) => isServed(item))

interface ItemReading {
  platform: Describing
  isPatient: boolean
  /** Receives a sentence for each item that is left out. */
  omitted: string[]
}

async function readClothes(
  reading: ItemReading,
  items: readonly { id: number; type: number }[],
): Promise<Clothes> {
  const clothes: Clothes = {}
  for (const { id, type } of items) {
    const part = clothesOf[type]
    if (!part) continue
    clothes[part] = await readItem(reading, { id, kind: clothesNames[part] }, () =>
      readTexture(reading.platform, id),
    )
  }
  return clothes
}

async function readItem<T>(
  { platform, isPatient, omitted }: ItemReading,
  { id, kind }: { id: number; kind: string },
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await requireFile(await read(), platform, id)
  } catch (error) {
    const reason = reasonToOmit(error, isPatient)
    if (reason === undefined) throw error
    omitted.push(`${kind} asset ${id}: ${reason}`)
    return undefined
  }
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
