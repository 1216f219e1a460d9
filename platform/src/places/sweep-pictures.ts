import type { Db } from '../database.ts'
import type { Files } from '../foundation/files.ts'
import { isStored } from '../foundation/is-stored.ts'
import {
  findIcons,
  findThumbnails,
  listIcons,
  listThumbnails,
  listThumbnailsBehind,
  orderThumbnails,
  type Thumbnail,
} from './picture-queries.ts'
import { iconName, iconsFolder, thumbnailName, thumbnailsFolder } from './rules.ts'
import { lockPlace } from './version-queries.ts'

type Sweeping = { db: Db; files: Files }

const batch = 500

/** Mends what a crash left between the database and the disk: pictures that are not noted, and notes of none. */
export async function sweepPlacePictures(platform: Sweeping): Promise<void> {
  const places = new Set([...(await brokenIcons(platform)), ...(await brokenThumbnails(platform))])
  for (const placeId of places) await settlePictures(platform, placeId)
}

/** Places of which an icon is stored and not noted, or noted and not stored. */
async function brokenIcons({ db, files }: Sweeping): Promise<number[]> {
  const broken: number[] = []
  const stored = new Set(numbersOf(files.list(iconsFolder), /^(\d{1,9})\.avif$/).map(([id = 0]) => id))
  for (const ids of batchesOf([...stored])) {
    const noted = new Set(await findIcons(db, ids))
    broken.push(...ids.filter((id) => !noted.has(id)))
  }
  for (let after = 0; ; ) {
    const ids = await listIcons(db, after, batch)
    broken.push(...ids.filter((id) => !stored.has(id)))
    const last = ids.at(-1)
    if (last === undefined) return broken
    after = last
  }
}

const textOf = ({ place_id, number }: Thumbnail) => `${place_id}-${number}`

/** As `brokenIcons`, of the other pictures. */
async function brokenThumbnails({ db, files }: Sweeping): Promise<number[]> {
  const broken: number[] = []
  const stored = numbersOf(files.list(thumbnailsFolder), /^(\d{1,9})-(\d{1,9})\.avif$/).map(
    ([place_id = 0, number = 0]) => ({ place_id, number }),
  )
  for (const some of batchesOf(stored)) {
    const ids = some.map(({ place_id }) => place_id)
    const noted = new Set((await findThumbnails(db, ids)).map(textOf))
    broken.push(...some.filter((one) => !noted.has(textOf(one))).map(({ place_id }) => place_id))
  }
  const names = new Set(stored.map(textOf))
  for (let after: Thumbnail = { place_id: 0, number: 0 }; ; ) {
    const some = await listThumbnailsBehind(db, after, batch)
    broken.push(...some.filter((one) => !names.has(textOf(one))).map(({ place_id }) => place_id))
    const last = some.at(-1)
    if (last === undefined) return broken
    after = last
  }
}

/** Looks once more with the place's row held: what seemed to be broken may be on its way. */
async function settlePictures({ db, files }: Sweeping, placeId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockPlace(transaction, placeId))) return
    const icon = iconName(placeId)
    const [noted] = await findIcons(transaction, [placeId])
    if (noted === undefined) await files.remove(icon)
    else if (!(await isStored(files, icon))) {
      await transaction.updateTable('places').set({ icon: null }).where('id', '=', placeId).execute()
    }
    for (const { number } of await listThumbnails(transaction, placeId)) {
      if (await isStored(files, thumbnailName(placeId, number))) continue
      await transaction
        .deleteFrom('place_thumbnails')
        .where('place_id', '=', placeId)
        .where('number', '=', number)
        .execute()
    }
    const left = (await listThumbnails(transaction, placeId)).map(({ number }) => number)
    await orderThumbnails(transaction, placeId, left)
    const own = numbersOf(files.list(thumbnailsFolder), new RegExp(`^(${placeId})-(\\d{1,9})\\.avif$`))
    for (const [, number = 0] of own)
      if (!left.includes(number)) await files.remove(thumbnailName(placeId, number))
  })
}

/** The numbers in those names that have the form. */
const numbersOf = (names: Iterable<string>, form: RegExp): number[][] =>
  [...names].flatMap((name) => {
    const [, ...parts] = form.exec(name) ?? []
    return parts.length > 0 ? [parts.map(Number)] : []
  })

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batch) yield all.slice(from, from + batch)
}
