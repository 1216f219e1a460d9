import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { avatarsFolder, thumbnailsFolder } from '../../rendering/rules.ts'

/** Age from which a picture of a missing subject is an orphan. A subject exists before its first picture. */
const settledAfter = hour

/** Folders of pictures, and the subject's id at the beginning of their names. */
const avatars = { folder: avatarsFolder, form: /^[a-z0-9]{1,40}(?=-)/ }
const thumbnails = { folder: thumbnailsFolder, form: /^\d{1,9}(?=$|\.)/ }

/** Removes pictures of users and assets that no longer exist, which a process that died during a deletion has left. */
export async function sweepPictures(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db } = platform
  await sweepFolder(platform, avatars, async (ids) => {
    const users = await db.selectFrom('users').select('id').where('id', 'in', ids).execute()
    return users.map(({ id }) => id)
  })
  await sweepFolder(platform, thumbnails, async (ids) => {
    const assets = db.selectFrom('assets').select('id').where('id', 'in', ids.map(Number))
    return (await assets.execute()).map(({ id }) => String(id))
  })
}

async function sweepFolder(
  { files, now }: { files: Files; now: Clock },
  { folder, form }: { folder: string; form: RegExp },
  listExisting: (ids: readonly string[]) => Promise<string[]>,
): Promise<void> {
  for await (const names of files.walk(folder)) {
    const pictures = names.flatMap((name) => {
      const [id] = form.exec(name) ?? []
      return id === undefined ? [] : [{ id, name }]
    })
    if (pictures.length === 0) continue
    const existing = new Set(await listExisting(pictures.map(({ id }) => id)))
    for (const { id, name } of pictures)
      if (!existing.has(id)) await files.removeUntouched(`${folder}/${name}`, now() - settledAfter)
  }
}
