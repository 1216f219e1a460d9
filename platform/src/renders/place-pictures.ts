import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Files, Received } from '../foundation/files.ts'
import { toWebp } from '../foundation/images.ts'
import type { Pictures } from '../renderer/drawing.ts'
import { deletePortraits, holdSubject, setPreview, settleRender } from './queries.ts'
import {
  pictureName,
  picturesOf,
  previewHashLength,
  previewName,
  previewSize,
  type RenderSubject,
  type Shot,
  subjectOf,
  userSubject,
} from './rules.ts'

/** More than a picture of this size can have. */
const maxBytes = 2_000_000

interface Placing {
  db: Db
  now: Clock
  files: Files
}

interface File {
  name: string
  bytes: Uint8Array
}

/**
 * Puts the pictures in place, each with its small one, and settles their request; an asset of which nothing is seen any more
 * loses its thumbnail. False when they are of an earlier request, and of no use any more.
 */
export async function placePictures(
  { db, now, files }: Placing,
  { subject, renderId }: { subject: RenderSubject; renderId: string },
  pictures: Pictures,
): Promise<boolean> {
  const preview = await previewOf(subject, pictures)
  const named = (['head', 'body', 'thumbnail'] as const).flatMap((shot: Shot): File[] => {
    const bytes = pictures[shot]
    return bytes ? [{ name: pictureName(subject, shot), bytes }] : []
  })
  if (preview) named.push(preview)
  const received: { file: Received; name: string }[] = []

  const receive = async (): Promise<boolean> => {
    const next = named[received.length]
    if (next) {
      return files.receive([next.bytes], maxBytes, (file) => {
        received.push({ file, name: next.name })
        return receive()
      })
    }
    // Within the transaction, so that of two at once the later request's stay.
    return db.transaction().execute(async (db) => {
      // First, as whoever asks for pictures does: nobody waits for each other.
      await holdSubject(db, subject)
      const settled = await settleRender(db, renderId, { state: 'done', reason: null, finished: now() })
      if (!settled) return false
      for (const { file, name } of received) await file.place(name)
      const hash = received.find(({ name }) => name === preview?.name)?.file.sha256
      if (hash !== undefined) await setPreview(db, subject, hash.slice(0, previewHashLength))
      else if (subjectOf(subject).assetId !== undefined) await removePictures({ db, files }, subject)
      return true
    })
  }
  return receive()
}

/** Takes away all that is seen of a subject, inside a transaction, and before new pictures are asked for in it. */
export async function removePictures(
  { db, files }: Pick<Placing, 'db' | 'files'>,
  subject: RenderSubject,
): Promise<void> {
  await setPreview(db, subject, null)
  await removeFiles(files, [subject])
}

/** The same for people whose rows the transaction holds. */
export async function removePicturesOf(
  { db, files }: Pick<Placing, 'db' | 'files'>,
  userIds: readonly string[],
): Promise<void> {
  await deletePortraits(db, userIds)
  await removeFiles(files, userIds.map(userSubject))
}

const removeFiles = (files: Files, subjects: readonly RenderSubject[]) =>
  Promise.all(subjects.flatMap(picturesOf).map((name) => files.remove(name)))

async function previewOf(subject: RenderSubject, { head, thumbnail }: Pictures): Promise<File | undefined> {
  const name = previewName(subject)
  if (head) return { name, bytes: await toWebp(head, previewSize.portrait) }
  if (thumbnail) return { name, bytes: await toWebp(thumbnail, previewSize.thumbnail) }
}
