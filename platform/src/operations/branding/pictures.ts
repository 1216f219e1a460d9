import { createHash } from 'node:crypto'
import { NotAnImage } from '@baseplate/renderer/image-file'
import { type Clock, hour } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { FileReference } from '../../foundation/file-reference.ts'
import { imageProblem, toFramedPng } from '../../foundation/images.ts'
import { type SentFile, sentFile } from '../../foundation/input.ts'
import { problem } from '../../foundation/problem.ts'
import { type Editing, store } from './edit.ts'
import { pictureInput } from './input.ts'
import { changesIn } from './queries.ts'
import {
  iconSide,
  logoSize,
  maxPictureBytes,
  maxPicturePixels,
  type PictureKind,
  pictureFile,
  picturesFolder,
} from './rules.ts'

/** Age from which a file without a version is an orphan. Files are written seconds before their version. */
const settledAfter = hour

/** The re-encoded picture of a few hundred pixels is smaller than this. */
const maxStoredBytes = 8_000_000

const replacing = (kind: PictureKind, summary: string) =>
  useCase(
    {
      ...administratorAccess,
      summary,
      input: z.object({ [kind]: sentFile }),
      file: { field: kind, maxBytes: maxPictureBytes },
    },
    async (platform: Editing & { files: Files }, actor, files): Promise<void> => {
      const { bytes, ...size } = await encode(kind, files[kind])
      const picture = { ...size, name: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
      await platform.files.write(pictureFile(picture), [bytes], maxStoredBytes)
      await store(platform, actor, (changes) => ({ ...changes, [kind]: picture }))
    },
  )

/** @throws InvalidFields named after the picture */
export const setSitePicture = {
  logo: replacing('logo', "Sets the platform's logo."),
  icon: replacing('icon', "Sets the platform's icon, also for browsers and apps."),
}

/** @throws InvalidFields `picture` */
export const removeSitePicture = useCase(
  { ...administratorAccess, summary: "Removes the platform's logo or icon.", input: pictureInput },
  async (platform: Editing, actor, { picture: kind }): Promise<void> =>
    store(platform, actor, (changes) => ({ ...changes, [kind]: undefined })),
)

async function encode(kind: PictureKind, uploaded: SentFile) {
  if (uploaded === undefined) throw new InvalidFields({ [kind]: 'files.image_missing' })
  if (uploaded === 'too large') {
    const millions = maxPictureBytes / 1_000_000
    throw new InvalidFields({ [kind]: problem('identity.picture_too_large', { millions }) })
  }
  const frame = kind === 'icon' ? { width: iconSide, height: iconSide } : logoSize
  try {
    return await toFramedPng(uploaded, { ...frame, maxPixels: maxPicturePixels, isFilled: kind === 'icon' })
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidFields({ [kind]: imageProblem(error) })
    throw error
  }
}

/** Opens a picture of any version, a PNG. Undefined: none has this name. */
export const openSitePicture = (
  { files }: { files: Files },
  name: string,
): Promise<StoredFile | undefined> =>
  /^[0-9a-f]{16}$/.test(name) ? files.open(pictureFile({ name })) : Promise.resolve(undefined)

/** Returns the names of the pictures of all versions, because each can be restored. */
async function listPictures(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('site_identity').select(['id', 'changes']).execute()
  const pictures = rows.map(changesIn).flatMap(({ logo, icon }) => [logo, icon])
  return new Set(pictures.flatMap((picture) => (picture ? [picture.name] : [])))
}

export async function* sitePictureReferences(db: Db): AsyncGenerator<FileReference, void> {
  for (const name of await listPictures(db)) yield { name: pictureFile({ name }), sha256: name }
}

/** Removes pictures that no version has, after a crash or a lost connection. */
export async function sweepSitePictures(platform: { db: Db; files: Files; now: Clock }): Promise<void> {
  const { db, files, now } = platform
  for await (const stored of files.walk(picturesFolder)) {
    const known = await listPictures(db)
    const orphans = stored.filter((file) => /^[0-9a-f]{16}\.png$/.test(file) && !known.has(file.slice(0, 16)))
    for (const file of orphans) await files.removeUntouched(`${picturesFolder}/${file}`, now() - settledAfter)
  }
}
