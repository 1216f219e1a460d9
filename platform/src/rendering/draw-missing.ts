import type { Db } from '../database.ts'
import { type Clock, day } from '../foundation/clock.ts'
import type { Files } from '../foundation/files.ts'
import { isStored } from '../foundation/is-stored.ts'
import { listPictured, type Pictured } from './find-missing.ts'
import { countWaiting } from './queries.ts'
import type { Renders } from './renders.ts'
import { picturesOf, type RenderSubject, renderPriority } from './rules.ts'

/** In the queue at once, behind everything that somebody waits for. */
const maxWaiting = 500

/** Looked at by one run. */
const maxLookedAt = 2_000

interface Looking {
  db: Db
  now: Clock
  files: Files
  renders: Pick<Renders, 'requestAll' | 'wake'>
}

/**
 * Asks for the pictures of those that have none: from before they were drawn, of an earlier edition, whose
 * files are lost, or that leave out what was broken and may have been mended on the disk.
 * Each call goes on where the last one ended, as far as the queue has room; after the last of all, a day later, it begins
 * anew, and so does the next start. What has failed stays failed until somebody, or another edition, has it tried again.
 *
 * @param edition of the renderer.
 * @param unpictured types of assets that have no pictures.
 */
export function createMissingRenders(
  { db, now, files, renders }: Looking,
  { edition, unpictured }: { edition: number; unpictured: readonly number[] },
): () => Promise<void> {
  let all = listPictured(db, unpictured)
  let due = 0
  return async () => {
    if (now() < due) return
    const room = maxWaiting - (await countWaiting(db, renderPriority.missing))
    const missing: RenderSubject[] = []
    for (let count = 0; count < maxLookedAt && missing.length < room; count++) {
      const next = await all.next().catch((error: unknown) => {
        // A walk that fails is over, and its end is not that of all.
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
    // At once: on SQLite nobody else would get a word in while so many commits are waited for, one after the other.
    await renders.requestAll(db, missing, renderPriority.missing)
    renders.wake()
  }
}

async function isMissing(files: Files, { subject, ...found }: Pictured, edition: number): Promise<boolean> {
  if (found.state === 'waiting' || found.state === 'drawing') return false
  if (found.edition === null || found.edition < edition) return true
  if (found.omitted !== null) return true
  if (found.state === 'failed' || found.preview === null) return false
  for (const name of picturesOf(subject)) if (!(await isStored(files, name))) return true
  return false
}
