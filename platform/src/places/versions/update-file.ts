import { z } from 'zod'
import type { Actor } from '../../accounts/rules.ts'
import { isDiskFull } from '../../foundation/database/outage.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { type Chunks, TooLarge } from '../../foundation/received-file.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { findManagedPlace } from '../managed.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { notesField } from '../updates/write-notes.ts'
import { type Expected, requireExpected } from './expected.ts'
import { contentName } from './place-files.ts'
import { type Published, storeVersion, type VersionStore } from './store-version.ts'

const uploadInput = z.object({ notes: notesField })

/** The parts of the platform that uploads need. */
export type FileUpdating = VersionStore & {
  userLimits: Pick<UserLimits, 'placeFile'>
  filterText: TextFilter
}

/**
 * Replaces the place file with the bytes of a stream. The earlier file remains as a version.
 *
 * @param fields `notes` for players, which are known once the file has been received
 * @throws InvalidFields `file`, `notes`; Refused `missing`, `forbidden`, `limited`, `outdated`; `full`: the disk is full, and the
 * place keeps its file.
 */
export async function updatePlaceFile(
  platform: FileUpdating,
  actor: Actor,
  placeId: number,
  source: Chunks,
  fields: unknown = {},
  expected: Expected = {},
): Promise<Published> {
  const managed = await findManagedPlace(platform.db, actor, placeId)
  await platform.userLimits.placeFile.spend(actor.id)
  try {
    return await platform.files.receive(source, maxPlaceFileBytes, async ({ size, sha256, share }) => {
      const notes = platform.filterText(parseInput(uploadInput, await fields).notes)
      return storeVersion(
        platform,
        actor,
        managed,
        async (trx) => {
          await requireExpected(trx, placeId, expected, sha256)
          return { size, sha256, restoredFrom: null, notes }
        },
        async () => {
          if (!(await platform.files.exists(contentName(sha256)))) await share(contentName(sha256))
        },
      )
    })
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ file: 'places.file_too_large' })
    if (isDiskFull(error)) throw diskFull()
    throw error
  }
}

export const diskFull = () => new Refused('places.no_disk_space')
