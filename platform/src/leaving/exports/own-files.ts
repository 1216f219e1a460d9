import { draftFileName } from '../../assets/drafts/rules.ts'
import { assetFileName } from '../../assets/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { screenshotName } from '../../operations/screenshots/rules.ts'
import { groupIconName } from '../../people/groups/rules.ts'
import { contentName } from '../../places/door.ts'
import { iconName, thumbnailName } from '../../places/pictures/rules.ts'
import { waitingPictureName } from '../../places/pictures/waiting/rules.ts'

/** A stored file that belongs to a user. */
export interface OwnFile {
  /** Name in the export. */
  name: string
  /** Name in `Files`. */
  stored: string
  /** Bytes. Null: unknown. */
  size: number | null
  /** Whether its game, item or group has been taken down. */
  takenDown: boolean
}

/** Lists the files of a user. Quotas bound their number. */
export async function listOwnFiles(db: Db, userId: string, placeExtension: string): Promise<OwnFile[]> {
  const own = await Promise.all([
    placeVersions(db, userId, placeExtension),
    placeIcons(db, userId),
    placeThumbnails(db, userId),
    assetFiles(db, userId),
    draftFiles(db, userId),
    groupIcons(db, userId),
    waitingPictures(db, userId),
    screenshots(db, userId),
  ])
  return own.flat()
}

const isTakenDown = ({ visibility }: { visibility: string }) => visibility === 'Moderated'

async function placeVersions(db: Db, userId: string, extension: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('place_versions')
    .innerJoin('places', 'places.id', 'place_versions.place_id')
    .innerJoin('place_files', 'place_files.sha256', 'place_versions.sha256')
    .select(['places.id', 'places.visibility', 'version', 'place_versions.sha256', 'size'])
    .where('places.owner_id', '=', userId)
    .orderBy('places.id')
    .orderBy('version')
    .execute()
  return rows.map((row) => ({
    name: `games/${row.id}/version-${row.version}.${extension}`,
    stored: contentName(row.sha256),
    size: row.size,
    takenDown: isTakenDown(row),
  }))
}

async function placeIcons(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('places')
    .select(['id', 'visibility', 'icon_size'])
    .where('owner_id', '=', userId)
    .where('icon', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: `games/${row.id}/icon.avif`,
    stored: iconName(row.id),
    size: row.icon_size,
    takenDown: isTakenDown(row),
  }))
}

async function placeThumbnails(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('place_thumbnails')
    .innerJoin('places', 'places.id', 'place_thumbnails.place_id')
    .select(['places.id', 'places.visibility', 'number', 'size'])
    .where('places.owner_id', '=', userId)
    .orderBy('places.id')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    name: `games/${row.id}/thumbnail-${row.number}.avif`,
    stored: thumbnailName(row.id, row.number),
    size: row.size,
    takenDown: isTakenDown(row),
  }))
}

async function assetFiles(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'visibility', 'file_size'])
    .where('creator_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: `items/${row.id}`,
    stored: assetFileName(row.id),
    size: row.file_size,
    takenDown: isTakenDown(row),
  }))
}

async function draftFiles(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('creation_drafts')
    .select(['file', 'file_size'])
    .where('user_id', '=', userId)
    .orderBy('file')
    .execute()
  return rows.flatMap(({ file, file_size }) =>
    file === null
      ? []
      : [{ name: `drafts/${file}`, stored: draftFileName(file), size: file_size, takenDown: false }],
  )
}

async function groupIcons(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'icon', 'icon_size', 'closed_reason'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, icon, icon_size, closed_reason }) =>
    icon === null
      ? []
      : [
          {
            name: `groups/${id}.avif`,
            stored: groupIconName({ id, icon }),
            size: icon_size,
            takenDown: closed_reason !== null,
          },
        ],
  )
}

async function waitingPictures(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('waiting_pictures')
    .leftJoin('places', 'places.id', 'waiting_pictures.place_id')
    .leftJoin('groups', 'groups.id', 'waiting_pictures.group_id')
    .select(['waiting_pictures.id', 'waiting_pictures.size', 'places.visibility', 'groups.closed_reason'])
    .where((eb) => eb.or([eb('places.owner_id', '=', userId), eb('groups.owner_id', '=', userId)]))
    .orderBy('waiting_pictures.id')
    .execute()
  return rows.map(({ id, size, visibility, closed_reason }) => ({
    name: `waiting-for-review/${id}.avif`,
    stored: waitingPictureName(id),
    size,
    takenDown: visibility === 'Moderated' || closed_reason !== null,
  }))
}

async function screenshots(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('screenshots')
    .select(['id', 'format', 'size'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: screenshotName(row),
    stored: screenshotName(row),
    size: row.size,
    takenDown: false,
  }))
}
