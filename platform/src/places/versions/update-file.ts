import { isDiskFull } from '@baseplate/storage/database/outage'
import { type Chunks, TooLarge } from '@baseplate/storage/received-file'
import { z } from 'zod'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import { problem } from '../../foundation/problem.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { findManagedPlace } from '../managed.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { notesField } from '../updates/write-notes.ts'
import { checkContent } from './check-content.ts'
import { type Expected, requireExpected } from './expected.ts'
import { contentName } from './place-files.ts'
import { recognize, recognizedBytes } from './recognize.ts'
import { type Published, storeVersion, type VersionStore } from './store-version.ts'

/** Fields that come with a place file. */
export const placeFileInput = z.object({ notes: notesField })

type FileFields = z.input<typeof placeFileInput>

/** The parts of the platform that uploads need. */
export type FileUpdating = Omit<VersionStore, 'config'> & {
  config: VersionStore['config'] & Pick<Config, 'Client' | 'Engine'>
  placeFileLimit: Limit
  filterText: TextFilter
}

/**
 * Replaces the place file with the bytes of a stream. The earlier file remains as a version.
 *
 * @param fields `notes` for players, which are known once the file has been received
 * @param meanwhile changes more rows in the transaction that adds the version.
 * @throws InvalidFields `file`: it is empty, too large, or no game file; `notes`; Refused `missing`, `forbidden`, `limited`,
 * `outdated`; `full`: the disk is full, and the place keeps its file.
 */
export async function updatePlaceFile(
  platform: FileUpdating,
  actor: Actor,
  placeId: number,
  source: Chunks,
  fields: FileFields | Promise<FileFields> = {},
  expected: Expected = {},
  meanwhile?: (db: Db, published: Published) => Promise<void>,
): Promise<Published> {
  const managed = await findManagedPlace(platform.db, actor, placeId)
  await platform.placeFileLimit.spend(actor.id)
  try {
    const file = withoutOthers(source, platform.config.Client.PlaceExtension)
    return await platform.files.receive(file, maxPlaceFileBytes, async ({ size, sha256, read, share }) => {
      const notes = platform.filterText(parseInput(placeFileInput, await fields).notes)
      const game = await checkContent(platform.config, { size, read }).catch(asField)
      return storeVersion(
        platform,
        actor,
        managed,
        async (trx) => {
          await requireExpected(trx, placeId, expected, sha256)
          return { size, sha256, restoredFrom: null, game, notes }
        },
        async () => {
          if (!(await platform.files.exists(contentName(sha256)))) await share(contentName(sha256))
        },
        meanwhile,
      )
    })
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ file: 'places.file_too_large' })
    if (isDiskFull(error)) throw diskFull(error)
    throw error
  }
}

function asField(error: unknown): never {
  throw error instanceof Refused ? new InvalidFields({ file: error.problem }) : error
}

/** Passes a file on unless it is empty or its first bytes are those of something else. @throws InvalidFields `file` */
async function* withoutOthers(source: Chunks, extension: string): AsyncGenerator<Uint8Array, void> {
  let head: Uint8Array[] | undefined = []
  const check = (beginning: readonly Uint8Array[]) => {
    const kind = recognize(Buffer.concat(beginning), extension)
    if (kind) throw new InvalidFields({ file: problem('places.file_other', { kind, extension }) })
  }
  for await (const chunk of source) {
    if (!head) {
      yield chunk
      continue
    }
    head.push(chunk)
    if (head.reduce((bytes, { length }) => bytes + length, 0) < recognizedBytes) continue
    check(head)
    yield* head
    head = undefined
  }
  if (!head) return
  if (head.every(({ length }) => length === 0)) throw new InvalidFields({ file: 'files.empty' })
  check(head)
  yield* head
}

export const diskFull = (error: unknown) => new Refused('places.no_disk_space').because(error)
