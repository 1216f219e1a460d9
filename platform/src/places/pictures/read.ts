import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { z } from 'zod'
import { openUseCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { visitInput } from '../input.ts'
import { findPlace } from '../queries.ts'
import { fileNotFound, maySee, placeNotFound } from '../rules.ts'
import { listThumbnails } from './queries.ts'
import { iconName, thumbnailName } from './rules.ts'

/** `v` names the picture, so that a browser may keep it. The verbs do not read it. */
const iconInput = visitInput.extend({ v: z.string().optional() })

const thumbnailInput = iconInput.extend({ index: z.number().int() })

/** A picture of a place, an AVIF file. */
export interface PlacePicture {
  file: StoredFile
  /** Changes with the picture. */
  name: string
}

/** @throws Refused `missing`: the viewer does not see the place, or it has no icon. */
export const readIcon = openUseCase(
  {
    summary: "Serves a place's icon. Visitors without a session see public places only.",
    scope: 'read',
    input: iconInput,
  },
  async (
    platform: { db: Db; files: Files },
    viewer,
    { id: placeId, privateServer },
  ): Promise<PlacePicture> => {
    const place = await findPlace(platform.db, placeId)
    if (!place?.icon || !maySee(viewer, place, privateServer)) throw placeNotFound()
    const file = await platform.files.open(iconName(placeId))
    if (!file) throw fileNotFound()
    return { file, name: place.icon }
  },
)

/** @throws Refused `missing`: the viewer does not see the place, or it has no such thumbnail. */
export const readThumbnail = openUseCase(
  {
    summary: "Serves a place's thumbnail. Visitors without a session see public places only.",
    scope: 'read',
    input: thumbnailInput,
  },
  async (
    platform: { db: Db; files: Files },
    viewer,
    { id: placeId, index: number, privateServer },
  ): Promise<PlacePicture> => {
    const place = await findPlace(platform.db, placeId)
    if (!place || !maySee(viewer, place, privateServer)) throw placeNotFound()
    const found = (await listThumbnails(platform.db, placeId)).find(
      (thumbnail) => thumbnail.number === number,
    )
    const file = found && (await platform.files.open(thumbnailName(placeId, number)))
    if (!file) throw fileNotFound()
    return { file, name: found.name }
  },
)
