import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { type Exports, type OwnFile, rowsBelow, rowsOf } from '../foundation/exports.ts'
import { iconName, thumbnailName } from './pictures/rules.ts'
import { waitingPictureFile } from './pictures/waiting/rules.ts'
import { contentName } from './versions/place-files.ts'
import { worldFileName } from './worlds/rules.ts'

const ofPlaces = { table: 'places', key: 'id', owner: 'owner_id' } as const

interface Reading {
  db: Db
  config: Pick<Config, 'Client'>
}

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<Reading> = {
  rows: {
    games: [
      rowsOf('games', 'places', {
        owner: 'owner_id',
        key: ['id'],
        show: [
          'id',
          'name',
          'description',
          'description_updated',
          'created',
          'updated',
          'max_players',
          'private_server',
          'services',
          'data_root',
          'published',
          'archived',
          'deleted',
          'visibility',
          'dedicated',
          'server_address',
          'server_port',
          'data_size',
          'data_sha256',
          'data_updated',
          'like_count',
          'dislike_count',
          'genre',
          'tags',
          'visits',
          'played_ms',
          'visitor_count',
          'favourite_count',
          'timeline_open',
        ],
      }),
      rowsBelow('versions', 'place_versions', ofPlaces, {
        refersTo: 'place_id',
        key: ['place_id', 'version'],
        show: ['place_id', 'version', 'sha256', 'created', 'restored_from'],
      }),
      rowsBelow('worlds', 'place_worlds', ofPlaces, {
        refersTo: 'place_id',
        key: ['place_id', 'number'],
        show: ['place_id', 'number', 'sha256', 'bytes', 'created', 'cause', 'restored_from', 'version'],
      }),
      rowsBelow('updates', 'place_updates', ofPlaces, {
        refersTo: 'place_id',
        key: ['place_id', 'version'],
        show: ['place_id', 'version', 'created', 'restored_from', 'notes', 'notes_updated'],
      }),
      rowsBelow('thumbnails', 'place_thumbnails', ofPlaces, {
        refersTo: 'place_id',
        key: ['place_id', 'number'],
        show: ['place_id', 'number', 'position', 'size'],
      }),
      rowsOf('played', 'place_players', {
        owner: 'user_id',
        key: ['place_id'],
        show: ['place_id', 'visits', 'played_ms', 'last_played', 'last_visit', 'last_ranked'],
      }),
      rowsOf('game_sessions', 'playing_records', {
        owner: 'user_id',
        key: ['ticket'],
        show: ['place_id', 'created', 'started', 'ended', 'end_reason', 'end_text', 'number', 'verified'],
      }),
      rowsOf('chat', 'chat_lines', { owner: 'user_id', key: ['id'], show: ['place_id', 'text', 'at'] }),
      rowsOf('bans', 'place_bans', {
        owner: 'user_id',
        key: ['place_id'],
        show: ['place_id', 'reason', 'created', 'expires'],
      }),
      rowsOf('favourites', 'place_favourites', {
        owner: 'user_id',
        key: ['place_id'],
        show: ['place_id', 'created'],
      }),
      rowsOf('votes', 'place_votes', { owner: 'user_id', key: ['place_id'], show: ['place_id', 'vote'] }),
      rowsOf('opened_with_a_private_link', 'private_links', {
        owner: 'user_id',
        key: ['place_id'],
        show: ['place_id'],
      }),
    ],
  },
  files: listFiles,
}

async function listFiles({ db, config }: Reading, userId: string): Promise<OwnFile[]> {
  const own = await Promise.all([
    placeVersions(db, userId, config.Client.PlaceExtension),
    placeWorlds(db, userId),
    placeIcons(db, userId),
    placeThumbnails(db, userId),
    waitingPictures(db, userId),
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

async function placeWorlds(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('place_worlds')
    .innerJoin('places', 'places.id', 'place_worlds.place_id')
    .select(['places.id', 'places.visibility', 'place_worlds.number', 'file', 'bytes'])
    .where('places.owner_id', '=', userId)
    .orderBy('places.id')
    .orderBy('place_worlds.number')
    .execute()
  return rows.flatMap((row) =>
    row.file === null
      ? []
      : {
          name: `games/${row.id}/world-${row.number}.zip`,
          stored: worldFileName(row.file),
          size: Number(row.bytes),
          takenDown: isTakenDown(row),
        },
  )
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

async function waitingPictures(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('waiting_pictures')
    .innerJoin('places', 'places.id', 'waiting_pictures.place_id')
    .select(['waiting_pictures.id', 'waiting_pictures.size', 'places.visibility'])
    .where('places.owner_id', '=', userId)
    .orderBy('waiting_pictures.id')
    .execute()
  return rows.map((row) => waitingPictureFile(row, isTakenDown(row)))
}
