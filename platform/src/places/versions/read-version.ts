import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { placeInput } from '../input.ts'
import { findManagedPlace } from '../managed.ts'
import { fileNotFound } from '../rules.ts'
import { contentName } from './place-files.ts'
import { requireVersion } from './queries.ts'

const versionInput = placeInput.extend({ version: z.number().int() })

/** @throws Refused `missing`, `forbidden` */
export const readVersion = useCase(
  {
    summary: "Downloads a version of the place's file, for users who manage the place.",
    scope: 'places:write',
    input: versionInput,
  },
  async (
    platform: { db: Db; files: Files },
    actor,
    { id: placeId, version },
  ): Promise<{ file: StoredFile; placeName: string }> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    const { sha256 } = await requireVersion(platform.db, placeId, version)
    const file = await platform.files.open(contentName(sha256))
    if (!file) throw fileNotFound()
    return { file, placeName: place.name }
  },
)
