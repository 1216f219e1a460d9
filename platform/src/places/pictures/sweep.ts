import type { Db } from '../../database.ts'
import { type Clock, hour } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import { isStored } from '../../foundation/is-stored.ts'
import { findPlace, lockPlace } from '../queries.ts'
import {
  findIcons,
  findThumbnails,
  listIcons,
  listThumbnails,
  listThumbnailsBehind,
  orderThumbnails,
  type Thumbnail,
} from './queries.ts'
import { iconName, iconsFolder, pictureSourcesFolder, thumbnailName, thumbnailsFolder } from './rules.ts'
import { settleIcon, settleThumbnail } from './settle.ts'

type Sweeping = { db: Db; files: Files }

const batch = 500

const sourceForm = /^\d{1,9}-[0-9a-f]{16}\.avif$/

/** A row names a picture, and it is put in place, seconds after it was written. */
const settledAfter = hour

/** Mends what a crash left between the database and the disk: pictures that are not noted, and notes of none. */
export async function sweepPlacePictures(platform: Sweeping & { now: Clock }): Promise<void> {
  const { files, now } = platform
  const sources = (await namesIn(files, pictureSourcesFolder)).filter((name) => sourceForm.test(name))
  const given = sources.map((name) => Number.parseInt(name, 10))
  const places = new Set([...given, ...(await brokenIcons(platform)), ...(await brokenThumbnails(platform))])
  for (const placeId of places) await settlePictures(platform, placeId)
  for (const name of sources)
    await files.removeUntouched(`${pictureSourcesFolder}/${name}`, now() - settledAfter)
}

/** Places of which an icon is stored and not noted, or noted and not stored. */
async function brokenIcons({ db, files }: Sweeping): Promise<number[]> {
  const broken: number[] = []
  const icons = await namesIn(files, iconsFolder)
  const stored = new Set(numbersOf(icons, /^(\d{1,9})\.avif$/).map(([id = 0]) => id))
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
  const thumbnails = await namesIn(files, thumbnailsFolder)
  const stored = numbersOf(thumbnails, /^(\d{1,9})-(\d{1,9})\.avif$/).map(([place_id = 0, number = 0]) => ({
    place_id,
    number,
  }))
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

/** Puts the pictures in place that rows name, and removes rows whose files are lost. */
async function settlePictures({ db, files }: Sweeping, placeId: number): Promise<void> {
  await settleIcon({ db, files }, placeId)
  const icon = (await findPlace(db, placeId))?.icon
  if (icon && !(await isStored(files, iconName(placeId)))) {
    const lost = db.updateTable('places').set({ icon: null, icon_size: 0 }).where('icon', '=', icon)
    await lost.where('id', '=', placeId).execute()
  }
  const thumbnails = await namesIn(files, thumbnailsFolder)
  const stored = numbersOf(thumbnails, new RegExp(`^(${placeId})-(\\d{1,9})\\.avif$`))
  const noted = await listThumbnails(db, placeId)
  const numbers = [...stored.map(([, number = 0]) => number), ...noted.map(({ number }) => number)]
  for (const number of new Set(numbers)) await settleThumbnail({ db, files }, placeId, number)
  const lost: typeof noted = []
  for (const one of noted) if (!(await isStored(files, thumbnailName(placeId, one.number)))) lost.push(one)
  if (lost.length > 0) await forgetThumbnails(db, placeId, lost)
}

/** Removes rows of pictures that still have these names. */
async function forgetThumbnails(
  db: Db,
  placeId: number,
  lost: readonly { number: number; name: string }[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockPlace(transaction, placeId)
    for (const { number, name } of lost) {
      await transaction
        .deleteFrom('place_thumbnails')
        .where('place_id', '=', placeId)
        .where('number', '=', number)
        .where('name', '=', name)
        .execute()
    }
    const left = (await listThumbnails(transaction, placeId)).map(({ number }) => number)
    await orderThumbnails(transaction, placeId, left)
  })
}

const namesIn = async (files: Files, folder: string): Promise<string[]> =>
  (await Array.fromAsync(files.walk(folder))).flat()

/** The numbers in those names that have the form. */
const numbersOf = (names: Iterable<string>, form: RegExp): number[][] =>
  [...names].flatMap((name) => {
    const [, ...parts] = form.exec(name) ?? []
    return parts.length > 0 ? [parts.map(Number)] : []
  })

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batch) yield all.slice(from, from + batch)
}
