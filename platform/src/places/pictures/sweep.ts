import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
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

/** Rows compared at a time. */
const batch = 500

const sourcePattern = /^(\d{1,9})-[0-9a-f]{16}\.avif$/

/** Sources are removed this long after they were written. An upload settles its picture within seconds. */
const sourceLifetime = hour

/** Repairs differences between rows and picture files that a crash left, and removes old sources. */
export async function sweepPlacePictures(platform: Sweeping & { now: Clock }): Promise<void> {
  const { files, now } = platform
  const brokenThumbnails = Map.groupBy(await findBrokenThumbnails(platform), ({ place_id }) => place_id)
  const places = new Set([
    ...(await findPlacesWithSources(platform)),
    ...(await findBrokenIcons(platform)),
    ...brokenThumbnails.keys(),
  ])
  for (const placeId of places) await settlePictures(platform, placeId, brokenThumbnails.get(placeId) ?? [])
  const before = now() - sourceLifetime
  for await (const names of files.walk(pictureSourcesFolder)) {
    for (const name of names.filter((one) => sourcePattern.test(one)))
      await files.removeUntouched(`${pictureSourcesFolder}/${name}`, before)
  }
}

async function findPlacesWithSources({ files }: Sweeping): Promise<Set<number>> {
  const places = new Set<number>()
  for await (const names of files.walk(pictureSourcesFolder))
    for (const [id = 0] of numbersOf(names, sourcePattern)) places.add(id)
  return places
}

/** Returns the places whose row names a missing icon file, or whose icon file no row names. */
async function findBrokenIcons({ db, files }: Sweeping): Promise<number[]> {
  const broken: number[] = []
  for await (const names of files.walk(iconsFolder)) {
    const ids = numbersOf(names, /^(\d{1,9})\.avif$/).map(([id = 0]) => id)
    if (ids.length === 0) continue
    const known = new Set(await findIcons(db, ids))
    broken.push(...ids.filter((id) => !known.has(id)))
  }
  for (let after = 0; ; ) {
    const ids = await listIcons(db, after, batch)
    for (const id of ids) if (!(await files.exists(iconName(id)))) broken.push(id)
    const last = ids.at(-1)
    if (last === undefined) return broken
    after = last
  }
}

const textOf = ({ place_id, number }: Thumbnail) => `${place_id}-${number}`

/** Returns the thumbnails with a row but no file, or with a file but no row. */
async function findBrokenThumbnails({ db, files }: Sweeping): Promise<Thumbnail[]> {
  const broken: Thumbnail[] = []
  for await (const names of files.walk(thumbnailsFolder)) {
    const stored = numbersOf(names, /^(\d{1,9})-(\d{1,9})\.avif$/).map(([place_id = 0, number = 0]) => ({
      place_id,
      number,
    }))
    if (stored.length === 0) continue
    const ids = stored.map(({ place_id }) => place_id)
    const known = new Set((await findThumbnails(db, ids)).map(textOf))
    broken.push(...stored.filter((one) => !known.has(textOf(one))))
  }
  for (let after: Thumbnail = { place_id: 0, number: 0 }; ; ) {
    const rows = await listThumbnailsAfter(db, after, batch)
    for (const row of rows)
      if (!(await files.exists(thumbnailName(row.place_id, row.number)))) broken.push(row)
    const last = rows.at(-1)
    if (last === undefined) return broken
    after = last
  }
}

/** Settles the pictures of a place, and removes rows whose files are lost. */
async function settlePictures(
  { db, files }: Sweeping,
  placeId: number,
  broken: readonly Thumbnail[],
): Promise<void> {
  await settleIcon({ db, files }, placeId)
  const icon = (await findPlace(db, placeId))?.icon
  if (icon && !(await files.exists(iconName(placeId)))) {
    const lost = db.updateTable('places').set({ icon: null, icon_size: 0 }).where('icon', '=', icon)
    await lost.where('id', '=', placeId).execute()
  }
  const thumbnails = await listThumbnails(db, placeId)
  for (const number of new Set([...broken, ...thumbnails].map((one) => one.number)))
    await settleThumbnail({ db, files }, placeId, number)
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

/** Returns the numbers in each name that matches the pattern. */
const numbersOf = (names: Iterable<string>, pattern: RegExp): number[][] =>
  [...names].flatMap((name) => {
    const [, ...parts] = pattern.exec(name) ?? []
    return parts.length > 0 ? [parts.map(Number)] : []
  })
