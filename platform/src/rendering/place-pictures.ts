import type { Drawn, Pictures } from '@baseplate/renderer/drawing'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Files, Received } from '../foundation/files.ts'
import { newRenderId } from '../foundation/ids.ts'
import { toWebp } from '../foundation/images.ts'
import { findRender, findRenderById, holdSubject, repeatRender, setPreview, settleRender } from './queries.ts'
import {
  pictureName,
  picturesOf,
  previewHashLength,
  previewName,
  previewSize,
  type RenderSubject,
  type Shot,
  subjectOf,
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
  pictures: Drawn,
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
    const omitted = pictures.omitted?.join('; ') || null
    return placeReceived({ db, now, files }, { subject, renderId, omitted }, received, preview?.name)
  }
  return receive()
}

/** Puts files in place, then settles their request. */
async function placeReceived(
  { db, now, files }: Placing,
  { subject, renderId, omitted }: { subject: RenderSubject; renderId: string; omitted: string | null },
  received: readonly { file: Received; name: string }[],
  preview: string | undefined,
): Promise<boolean> {
  const asked = await findRenderById(db, renderId)
  if (!asked || asked.state === 'done') return false
  for (const { file, name } of received) await file.place(name)
  const hash = received.find(({ name }) => name === preview)?.file.sha256
  const isGone = hash === undefined && subjectOf(subject).assetId !== undefined
  const settled = await db.transaction().execute(async (db) => {
    // First, as whoever asks for pictures does: nobody waits for each other.
    await holdSubject(db, subject)
    const outcome = { state: 'done', reason: null, omitted, finished: now() } as const
    const settled = await settleRender(db, renderId, outcome)
    if (!settled) return false
    if (hash !== undefined) await setPreview(db, subject, hash.slice(0, previewHashLength))
    else if (isGone) await setPreview(db, subject, null)
    return true
  })
  if (settled && isGone) await removePictures(files, [subject])
  if (!settled) await takeBack({ db, now, files }, { subject, renderId }, received)
  return settled
}

/**
 * Removes pictures that a later request has made out of date while they were put in place. They may stand where its own were, so
 * that what is there already is drawn again.
 */
async function takeBack(
  { db, now, files }: Placing,
  { subject, renderId }: { subject: RenderSubject; renderId: string },
  received: readonly { name: string }[],
): Promise<void> {
  const current = await findRender(db, subject)
  if (current?.render_id === renderId) return
  for (const { name } of received) await files.remove(name)
  await repeatRender(db, subject, { renderId: newRenderId(), now: now() })
}

/** Removes the files of all that is seen of subjects: before what is noted of them changes, so that a crash in between repeats it. */
export async function removePictures(files: Files, subjects: readonly RenderSubject[]): Promise<void> {
  await Promise.all(subjects.flatMap(picturesOf).map((name) => files.remove(name)))
}

async function previewOf(subject: RenderSubject, { head, thumbnail }: Pictures): Promise<File | undefined> {
  const name = previewName(subject)
  if (head) return { name, bytes: await toWebp(head, previewSize.portrait) }
  if (thumbnail) return { name, bytes: await toWebp(thumbnail, previewSize.thumbnail) }
}
