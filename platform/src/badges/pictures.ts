import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { openUseCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { type FileReference, inBatches } from '../foundation/file-reference.ts'
import { type ConvertedPicture, findPlace } from '../places/door.ts'
import { waitsForReview } from '../places/pictures/waiting/rules.ts'
import { maySee } from '../places/rules.ts'
import { badgeIconInput } from './input.ts'
import { type BadgeRow, findBadge } from './queries.ts'
import { badgeIconName, badgeIconsFolder } from './rules.ts'

/** Age from which a file without a row is an orphan. Files are written seconds before their row. */
const settledAfter = hour

type Icon = Pick<BadgeRow, 'icon' | 'icon_size' | 'waiting' | 'waiting_size' | 'waiting_since'>

const none = { icon: null, icon_size: 0, waiting: null, waiting_size: 0, waiting_since: null }

/** Stores an uploaded picture. Returns the columns of a new badge that has it: shown, or waiting for review. */
export async function newIcon(
  { files, now, config }: { files: Files; now: Clock; config: Pick<Config, 'Moderation'> },
  actor: Actor,
  placeId: number,
  { name, bytes }: ConvertedPicture,
): Promise<Icon> {
  const size = bytes.byteLength
  await files.write(badgeIconName(placeId, name), [bytes], size)
  return waitsForReview(config, actor)
    ? { ...none, waiting: name, waiting_size: size, waiting_since: now() }
    : { ...none, icon: name, icon_size: size }
}

/** @throws Refused `missing`: the viewer does not see the place, or the badge shows another picture or none. */
export const readBadgeIcon = openUseCase(
  {
    summary:
      'Serves the picture of a badge. It is cached permanently, because its URL changes with it. Visitors without a session see badges of public games only.',
    scope: 'read',
    input: badgeIconInput,
  },
  async (
    { db, files }: { db: Db; files: Files },
    viewer,
    { id: placeId, badge: badgeId, hash, privateServer },
  ): Promise<StoredFile> => {
    const [place, badge] = await Promise.all([findPlace(db, placeId), findBadge(db, placeId, badgeId)])
    const isShown = place && badge?.icon === hash && maySee(viewer, place, privateServer)
    const file = isShown ? await files.open(badgeIconName(placeId, hash)) : undefined
    if (!file) throw new Refused('files.not_found')
    return file
  },
)

/** Yields the pictures of all badges, with the ones that wait for review. */
export async function* badgeFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const badges = inBatches((after: { id: number } | undefined, limit) =>
    db
      .selectFrom('badges')
      .select(['id', 'place_id', 'icon', 'waiting'])
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const { place_id, icon, waiting } of badges)
    for (const name of new Set([icon, waiting]))
      if (name !== null) yield { name: badgeIconName(place_id, name), sha256: name }
}

/** Removes pictures that no row names, after a change, a crash or a lost connection. */
export async function sweepBadgeIcons(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  for await (const stored of files.walk(badgeIconsFolder)) {
    const found = stored.flatMap((file) => {
      const [, placeId] = /^(\d{1,9})-[0-9a-f]{16}\.avif$/.exec(file) ?? []
      return placeId === undefined ? [] : [{ file: `${badgeIconsFolder}/${file}`, placeId: Number(placeId) }]
    })
    if (found.length === 0) continue
    const rows = await db
      .selectFrom('badges')
      .select(['place_id', 'icon', 'waiting'])
      .where('place_id', 'in', [...new Set(found.map(({ placeId }) => placeId))])
      .execute()
    const named = new Set(
      rows.flatMap(({ place_id, icon, waiting }) =>
        [icon, waiting].flatMap((name) => (name === null ? [] : [badgeIconName(place_id, name)])),
      ),
    )
    for (const { file } of found)
      if (!named.has(file)) await files.removeUntouched(file, now() - settledAfter)
  }
}
