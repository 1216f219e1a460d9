import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Files, Received } from '../foundation/files.ts'
import type { Pictures } from '../renderer/drawing.ts'
import { settleRender } from './queries.ts'
import { pictureName, type RenderSubject } from './rules.ts'

/** More than a picture of this size can have. */
const maxBytes = 2_000_000

/**
 * Puts the pictures in place and settles their request; false when they are of an earlier request, and of no use any more.
 */
export async function placePictures(
  { db, now, files }: { db: Db; now: Clock; files: Files },
  { subject, renderId }: { subject: RenderSubject; renderId: string },
  pictures: Pictures,
): Promise<boolean> {
  const named = (['head', 'body', 'thumbnail'] as const).flatMap((shot) => {
    const bytes = pictures[shot]
    return bytes ? [{ name: pictureName(subject, shot), bytes }] : []
  })
  const received: { file: Received; name: string }[] = []

  const receive = async (): Promise<boolean> => {
    const next = named[received.length]
    if (next) {
      return files.receive(once(next.bytes), maxBytes, (file) => {
        received.push({ file, name: next.name })
        return receive()
      })
    }
    // Within the transaction, so that of two at once the later request's stay.
    return db.transaction().execute(async (db) => {
      const settled = await settleRender(db, renderId, { state: 'done', reason: null, finished: now() })
      if (settled) for (const { file, name } of received) await file.place(name)
      return settled
    })
  }
  return receive()
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
