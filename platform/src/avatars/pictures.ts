import type { Logger } from '@baseplate/service/log'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import type { Files } from '@baseplate/storage/files'
import type { RenderWatch } from '../rendering/door.ts'
import { pictureName, previewName, userSubject } from '../rendering/rules.ts'
import { pictureWaitMs } from './rules.ts'

/** `portrait` is the preview of the head shot that lists show. */
type AvatarPicture = 'head' | 'body' | 'portrait'

const fileOf = (userId: string, kind: AvatarPicture) =>
  kind === 'portrait' ? previewName(userSubject(userId)) : pictureName(userSubject(userId), kind)

export interface Picture {
  /** PNG; WebP for the portrait. */
  bytes: Buffer<ArrayBuffer>
  /** Strong validator for HTTP, including the quotes. Changes with every render. */
  etag: string
}

/** Reads the rendered pictures of users. Undefined stands for a picture that does not exist yet. */
export interface AvatarPictures {
  read(userId: string, kind: AvatarPicture): Promise<Picture | undefined>
  /**
   * Waits until a picture differs from the current one. Returns the current picture after ten seconds, after an abort, and
   * after `endWaits`.
   */
  readNext(userId: string, kind: 'head' | 'body', signal: AbortSignal): Promise<Picture | undefined>
  /** Ends all waits, present and future, before the process stops. */
  endWaits(): void
}

export function createAvatarPictures({
  files,
  renderWatch,
  log,
}: {
  files: Files
  renderWatch: RenderWatch
  log: Logger
}): AvatarPictures {
  const ending = new AbortController()

  // Hundreds of clients may wait for one render. They share a read, which starts after the last of them has asked.
  const readFile = createBatchLoader(0, async (names: readonly string[]) => {
    const reads = new Map<string, Promise<Picture | undefined>>()
    for (const name of new Set(names)) reads.set(name, readPicture(files, name, log))
    return Promise.all(names.map((name) => reads.get(name)))
  })

  /**
   * Returns the next version of a picture; undefined when the wait ended without one. The files of a render are in place before
   * its commit is, so the picture that the client can already read may belong to a render that the watch reports later.
   */
  const nextPicture = (userId: string, kind: AvatarPicture, signal: AbortSignal) =>
    new Promise<Picture | undefined>((resolve) => {
      const giveUp = () => finish(undefined)
      const name = fileOf(userId, kind)
      const before = readFile(name)
      const unfollow = renderWatch.follow(userSubject(userId), async () => {
        const picture = await readFile(name)
        if (picture && picture.etag !== (await before)?.etag) finish(picture)
      })
      const timeout = setTimeout(giveUp, pictureWaitMs)
      signal.addEventListener('abort', giveUp)

      function finish(picture: Picture | undefined) {
        unfollow()
        clearTimeout(timeout)
        signal.removeEventListener('abort', giveUp)
        resolve(picture)
      }
    })

  return {
    read: (userId, kind) => readFile(fileOf(userId, kind)),
    async readNext(userId, kind, signal) {
      const either = AbortSignal.any([signal, ending.signal])
      const next = either.aborted ? undefined : await nextPicture(userId, kind, either)
      return next ?? readFile(fileOf(userId, kind))
    },
    endWaits: () => ending.abort(),
  }
}

/** Reads a picture. An unreadable file is logged for the operator and counts as missing. */
async function readPicture(files: Files, name: string, log: Logger): Promise<Picture | undefined> {
  try {
    const file = await files.open(name)
    if (!file) return undefined
    if (file.size === 0) {
      await file.close()
      return undefined
    }
    const chunks: Buffer[] = []
    for await (const chunk of file.stream()) chunks.push(chunk)
    return { bytes: Buffer.concat(chunks), etag: file.etag }
  } catch (error) {
    log.error({ name, error: (error as Error).message }, 'a picture of an avatar could not be read')
    return undefined
  }
}
