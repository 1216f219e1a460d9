import type { Drawn, Pictures } from '@baseplate/renderer/drawing'
import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Received } from '@baseplate/storage/received-file'
import { lockUser } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { newRenderId } from '../foundation/ids.ts'
import { toWebp } from '../foundation/images.ts'
import {
  deletePreviews,
  findRender,
  findRenderById,
  repeatRender,
  setPreview,
  settleRender,
} from './queries.ts'
import {
  fileNamesOf,
  pictureName,
  picturesOf,
  previewName,
  previewSize,
  type RenderSubject,
  subjectOf,
} from './rules.ts'

/** Maximum bytes of a picture file. No render is that large. */
const maxBytes = 2_000_000

interface Storing {
  db: Db
  now: Clock
  files: Files
}

interface Request {
  subject: RenderSubject
  renderId: string
}

/**
 * Stores the pictures of a render and their preview, and settles the request. An asset that has become invisible loses its
 * thumbnail.
 *
 * @returns false when a later request has made the pictures out of date.
 */
export async function storePictures(platform: Storing, request: Request, pictures: Drawn): Promise<boolean> {
  const { subject } = request
  const preview = await drawPreview(subject, pictures)
  const unsaved = picturesOf(subject).flatMap((kind) => {
    const bytes = pictures[kind]
    return bytes ? [{ name: pictureName(subject, kind), bytes }] : []
  })
  if (preview) unsaved.push({ name: previewName(subject), bytes: preview })
  const received: { file: Received; name: string }[] = []

  const receiveNext = async (): Promise<boolean> => {
    const next = unsaved[received.length]
    if (!next) return storeReceived(platform, { ...request, omitted: pictures.omitted }, received)
    return platform.files.receive([next.bytes], maxBytes, (file) => {
      received.push({ file, name: next.name })
      return receiveNext()
    })
  }
  return receiveNext()
}

async function drawPreview(subject: RenderSubject, { head, thumbnail }: Pictures) {
  if (subjectOf(subject).userId === undefined) return thumbnail && toWebp(thumbnail, previewSize.thumbnail)
  return head && toWebp(head, previewSize.portrait)
}

/** Moves the files into place, then settles the request. */
async function storeReceived(
  { db, now, files }: Storing,
  { subject, renderId, omitted }: Request & { omitted: string[] | undefined },
  received: readonly { file: Received; name: string }[],
): Promise<boolean> {
  const render = await findRenderById(db, renderId)
  if (!render || render.state === 'done') return false
  for (const { file, name } of received) await file.store(name)
  const { userId } = subjectOf(subject)
  const preview = received.find(({ name }) => name === previewName(subject))?.file
  const isInvisible = !preview && userId === undefined
  const settle = async (db: Db) => {
    // Requests lock the user or the asset before the render. The same order here prevents deadlocks.
    if (userId !== undefined) await lockUser(db, userId)
    if (preview) await setPreview(db, subject, preview.sha256)
    else if (isInvisible) await deletePreviews(db, [subject])
    const outcome = { state: 'done', reason: null, omitted: omitted?.join('; ') || null } as const
    if (!(await settleRender(db, renderId, { ...outcome, finished: now() }))) throw new OutOfDate()
  }
  const settled = await db
    .transaction()
    .execute(settle)
    .then(() => true, falseIfOutOfDate)
  if (!settled) await discard({ db, now, files }, { subject, renderId }, received)
  else if (isInvisible) await removePictures(files, [subject])
  return settled
}

/** Rolls back the transaction of a render that a later request has replaced. */
class OutOfDate extends Error {
  override name = 'OutOfDate'
}

function falseIfOutOfDate(error: unknown): false {
  if (error instanceof OutOfDate) return false
  throw error
}

/**
 * Removes pictures that a later request made out of date while they were stored. They may have replaced the pictures of that
 * request, so a finished later request is drawn again.
 */
async function discard(
  { db, now, files }: Storing,
  { subject, renderId }: Request,
  received: readonly { name: string }[],
): Promise<void> {
  const current = await findRender(db, subject)
  if (current?.render_id === renderId) return
  for (const { name } of received) await files.remove(name)
  await repeatRender(db, subject, { renderId: newRenderId(), now: now() })
}

/** Removes all picture files of subjects. */
export async function removePictures(files: Files, subjects: readonly RenderSubject[]): Promise<void> {
  await Promise.all(subjects.flatMap(fileNamesOf).map((name) => files.remove(name)))
}
