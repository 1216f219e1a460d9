import type { Db } from '../../database.ts'
import { type Clock, hour } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import { findPlace, lockPlace } from '../queries.ts'
import {
  findIcons,
  findThumbnails,
  listIcons,
  listThumbnails,
  listThumbnailsAfter,
  orderThumbnails,
  type Thumbnail,
} from './queries.ts'
import { iconName, iconsFolder, pictureSourcesFolder, thumbnailName, thumbnailsFolder } from './rules.ts'
import { settleIcon, settleThumbnail } from './settle.ts'

type Sweeping = { db: Db; files: Files }

/** Rows or files compared at a time. */
const batch = 500

const sourcePattern = /^\d{1,9}-[0-9a-f]{16}\.avif$/

/** Sources are removed this long after their last use. An upload settles its picture within seconds. */
const sourceLifetime = hour

/** Repairs differences between rows and picture files that a crash left, and removes old sources. */
export async function sweepPlacePictures(platform: Sweeping & { now: Clock }): Promise<void> {
  const { files, now } = platform
  const sources = (await namesIn(files, pictureSourcesFolder)).filter((name) => sourcePattern.test(name))
  const withSources = sources.map((name) => Number.parseInt(name, 10))
  const places = new Set([
    ...withSources,
    ...(await findBrokenIcons(platform)),
    ...(await findBrokenThumbnails(platform)),
  ])
  for (const placeId of places) await settlePictures(platform, placeId)
  for (const name of sources)
    await files.removeUntouched(`${pictureSourcesFolder}/${name}`, now() - sourceLifetime)
}

/** Returns the places that have a row of an icon without a file, or a file without a row. */
async function findBrokenIcons({ db, files }: Sweeping): Promise<number[]> {
  const broken: number[] = []
  const icons = await namesIn(files, iconsFolder)
  const stored = new Set(numbersOf(icons, /^(\d{1,9})\.avif$/).map(([id = 0]) => id))
  for (const ids of batchesOf([...stored])) {
    const known = new Set(await findIcons(db, ids))
    broken.push(...ids.filter((id) => !known.has(id)))
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

/** Returns the places that have a row of a thumbnail without a file, or a file without a row. */
async function findBrokenThumbnails({ db, files }: Sweeping): Promise<number[]> {
  const broken: number[] = []
  const thumbnails = await namesIn(files, thumbnailsFolder)
  const stored = numbersOf(thumbnails, /^(\d{1,9})-(\d{1,9})\.avif$/).map(([place_id = 0, number = 0]) => ({
    place_id,
    number,
  }))
  for (const some of batchesOf(stored)) {
    const ids = some.map(({ place_id }) => place_id)
    const known = new Set((await findThumbnails(db, ids)).map(textOf))
    broken.push(...some.filter((one) => !known.has(textOf(one))).map(({ place_id }) => place_id))
  }
  const names = new Set(stored.map(textOf))
  for (let after: Thumbnail = { place_id: 0, number: 0 }; ; ) {
    const some = await listThumbnailsAfter(db, after, batch)
    broken.push(...some.filter((one) => !names.has(textOf(one))).map(({ place_id }) => place_id))
    const last = some.at(-1)
    if (last === undefined) return broken
    after = last
  }
}

/** Settles the pictures of a place, and removes rows whose files are lost. */
async function settlePictures({ db, files }: Sweeping, placeId: number): Promise<void> {
  await settleIcon({ db, files }, placeId)
  const icon = (await findPlace(db, placeId))?.icon
  if (icon && !(await files.exists(iconName(placeId)))) {
    const lost = db.updateTable('places').set({ icon: null, icon_size: 0 }).where('icon', '=', icon)
    await lost.where('id', '=', placeId).execute()
  }
  const names = await namesIn(files, thumbnailsFolder)
  const stored = numbersOf(names, new RegExp(`^(${placeId})-(\\d{1,9})\\.avif$`))
  const thumbnails = await listThumbnails(db, placeId)
  const numbers = [...stored.map(([, number = 0]) => number), ...thumbnails.map(({ number }) => number)]
  for (const number of new Set(numbers)) await settleThumbnail({ db, files }, placeId, number)
  const lost: typeof thumbnails = []
  for (const one of thumbnails) if (!(await files.exists(thumbnailName(placeId, one.number)))) lost.push(one)
  if (lost.length > 0) await deleteThumbnails(db, placeId, lost)
}

/** Deletes rows of thumbnails, unless they got another picture meanwhile. */
async function deleteThumbnails(
  db: Db,
  placeId: number,
  lost: readonly { number: number; name: string }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlace(trx, placeId)
    for (const { number, name } of lost) {
      await trx
        .deleteFrom('place_thumbnails')
        .where('place_id', '=', placeId)
        .where('number', '=', number)
        .where('name', '=', name)
        .execute()
    }
    const remaining = (await listThumbnails(trx, placeId)).map(({ number }) => number)
    await orderThumbnails(trx, placeId, remaining)
  })
}

const namesIn = async (files: Files, folder: string): Promise<string[]> =>
  (await Array.fromAsync(files.walk(folder))).flat()

/** Returns the numbers in each name that matches the pattern. */
const numbersOf = (names: Iterable<string>, pattern: RegExp): number[][] =>
  [...names].flatMap((name) => {
    const [, ...parts] = pattern.exec(name) ?? []
    return parts.length > 0 ? [parts.map(Number)] : []
  })

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batch) yield all.slice(from, from + batch)
}
