import { join } from 'node:path'
import { coalesce } from '../foundation/batch-loader.ts'
import type { Files } from '../foundation/files.ts'
import { createFolderWatch } from '../foundation/folder-watch.ts'
import type { Logger } from '../foundation/log.ts'
import { type AvatarPicture, pictureWaitMs, type Shot } from './rules.ts'

const folder = 'avatars'

/** The file of a picture, in the folder of all. */
const fileOf = (userId: string, shot: AvatarPicture) =>
  shot === 'portrait' ? `${userId}-portrait.webp` : `${userId}-${shot}.png`

export interface Picture {
  /** A PNG file; of the portrait, WebP. */
  bytes: Buffer<ArrayBuffer>
  /** Strong validator for HTTP, quotes included: another one for every render. */
  etag: string
}

/** The rendered pictures of users; undefined where there is none yet. */
export interface AvatarPictures {
  read(userId: string, shot: AvatarPicture): Promise<Picture | undefined>
  /**
   * Waits until the picture is made, or made anew, and reads it. Reads what there is after ten seconds, when the
   * signal is given, when the folder cannot be watched, and once `endWaits` was called.
   */
  readNext(userId: string, shot: Shot, signal: AbortSignal): Promise<Picture | undefined>
  /** Answers everybody who waits, and nobody waits from now on: the process is about to stop. */
  endWaits(): void
}

export function createAvatarPictures({
  files,
  dataDirectory,
  log,
}: {
  files: Files
  dataDirectory: string
  log: Logger
}): AvatarPictures {
  const folderWatch = createFolderWatch(join(dataDirectory, folder))
  const ending = new AbortController()

  // One render may be awaited by hundreds: they share a read, which begins after the last of them has asked.
  const readFile = coalesce(0, async (names: readonly string[]) => {
    const reads = new Map<string, Promise<Picture | undefined>>()
    for (const name of new Set(names)) reads.set(name, readPicture(files, name, log))
    return Promise.all(names.map((name) => reads.get(name)))
  })

  /** The picture that comes; undefined when it is not worth waiting for any longer. */
  const nextPicture = (name: string, signal: AbortSignal) =>
    new Promise<Picture | undefined>((resolve) => {
      const giveUp = () => finish(undefined)
      const unfollow = folderWatch.follow(name, {
        async changed() {
          const picture = await readFile(name)
          // A file that was taken away, or is still empty, is not what is waited for.
          if (picture) finish(picture)
        },
        lost: giveUp,
      })
      const patience = setTimeout(giveUp, pictureWaitMs)
      signal.addEventListener('abort', giveUp)

      function finish(picture: Picture | undefined) {
        unfollow()
        clearTimeout(patience)
        signal.removeEventListener('abort', giveUp)
        resolve(picture)
      }
    })

  return {
    read: (userId, shot) => readFile(fileOf(userId, shot)),
    async readNext(userId, shot, signal) {
      const name = fileOf(userId, shot)
      const either = AbortSignal.any([signal, ending.signal])
      const next = either.aborted ? undefined : await nextPicture(name, either)
      return next ?? readFile(name)
    },
    endWaits: () => ending.abort(),
  }
}

/** A picture that cannot be read is as good as none; why is the operator's business. */
async function readPicture(files: Files, name: string, log: Logger): Promise<Picture | undefined> {
  try {
    const file = await files.open(`${folder}/${name}`)
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
