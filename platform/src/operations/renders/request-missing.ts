import { type Clock, day } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { countWaiting, type Renders } from '../../rendering/door.ts'
import { fileNamesOf, type RenderSubject, renderPriority } from '../../rendering/rules.ts'
import { listPictured, type Pictured } from './queries.ts'

/** Maximum number of such requests in the queue. They wait behind all others. */
const maxWaiting = 500

/** Subjects checked by one run. */
const maxChecked = 2_000

interface Requesting {
  db: Db
  now: Clock
  files: Files
  renders: Pick<Renders, 'requestAll' | 'wake'>
}

/**
 * Requests missing pictures: never drawn, drawn by an earlier edition, lost from the disk, or drawn without an item that may
 * have been repaired. Failed renders stay failed until a manual retry or a new edition.
 *
 * Each call continues where the last one stopped. The walk starts over a day after its end, and with each process.
 *
 * @param edition of the renderer.
 * @param unpictured types of assets that have no pictures.
 */
export function createMissingRenders(
  { db, now, files, renders }: Requesting,
  { edition, unpictured }: { edition: number; unpictured: readonly number[] },
): () => Promise<void> {
  let all = listPictured(db, unpictured)
  let due = 0
  return async () => {
    if (now() < due) return
    const room = maxWaiting - (await countWaiting(db, renderPriority.missing))
    const missing: RenderSubject[] = []
    for (let count = 0; count < maxChecked && missing.length < room; count++) {
      const next = await all.next().catch((error: unknown) => {
        // A generator that threw is finished, but the walk is not.
        all = listPictured(db, unpictured)
        throw error
      })
      if (next.done) {
        all = listPictured(db, unpictured)
        due = now() + day
        break
      }
      if (await isMissing(files, next.value, edition)) missing.push(next.value.subject)
    }
    if (missing.length === 0) return
    // One statement, because hundreds of commits in a row would block all other writers on SQLite.
    await renders.requestAll(db, missing, renderPriority.missing)
    renders.wake()
  }
}

async function isMissing(files: Files, { subject, ...found }: Pictured, edition: number): Promise<boolean> {
  if (found.state === 'waiting' || found.state === 'drawing') return false
  if (found.edition === null || found.edition < edition) return true
  if (found.omitted !== null) return true
  if (found.state === 'failed' || found.preview === null) return false
  for (const name of fileNamesOf(subject)) if (!(await files.exists(name))) return true
  return false
}
