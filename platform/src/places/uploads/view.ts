import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { idInput } from '../../foundation/input.ts'
import type { Published } from '../versions/store-version.ts'
import { findUpload, type UploadRow } from './queries.ts'
import { uploadExpired, uploadLifetime, uploadNotFound } from './rules.ts'

/** An upload as its owner sees it. */
export interface Upload {
  id: string
  place: number
  /** Bytes of the whole file. */
  size: number
  /** Bytes that are stored. */
  received: number
  created: number
  /** Null: the upload is not complete. */
  published: Published | null
}

/** @throws Refused `missing`; `gone`: it has expired. */
export async function requireUpload(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  id: string,
): Promise<UploadRow> {
  const row = await findUpload(db, actor.id, id)
  if (!row) throw uploadNotFound()
  if (Number(row.created) + uploadLifetime <= now()) throw uploadExpired()
  return row
}

/** @throws Refused `missing`; `gone`: it has expired. */
export const viewUpload = useCase(
  {
    summary: 'Returns the state of an upload, with the version that it became.',
    scope: 'places:write',
    input: idInput,
  },
  async (platform: { db: Db; now: Clock }, actor, { id }): Promise<Upload> => {
    const { place_id, size, received, created, published, sha256 } = await requireUpload(platform, actor, id)
    return {
      id,
      place: place_id,
      size,
      received,
      created,
      published: published === null || sha256 === null ? null : { version: published, sha256 },
    }
  },
)
