import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { idInput } from '../../foundation/input.ts'
import { findScreenshot } from './queries.ts'
import { previewName, screenshotName } from './rules.ts'

type Reading = { db: Db; files: Files }

const access = { scope: 'read', input: idInput } as const

/** @throws Refused `missing`: the actor has no such screenshot. */
export const readScreenshot = useCase(
  {
    ...access,
    summary:
      'Downloads a screenshot for its owner. It is an attachment, because uploads are never displayed as pages of the site.',
  },
  async (platform: Reading, actor, { id }) => {
    const screenshot = await ownScreenshot(platform.db, actor, id)
    const { format, created } = screenshot
    return {
      file: await openFile(platform.files, screenshotName(screenshot)),
      type: `image/${format}`,
      /** Suggested name of the downloaded file. */
      filename: `screenshot-${new Date(created).toISOString().slice(0, 19).replaceAll(':', '-')}.${format === 'jpeg' ? 'jpg' : format}`,
    }
  },
)

/** Opens a WebP file. @throws Refused `missing` */
export const readScreenshotPreview = useCase(
  { ...access, summary: 'Serves the preview of a screenshot to its owner. It never changes.' },
  async (platform: Reading, actor, { id }): Promise<StoredFile> =>
    openFile(platform.files, previewName(await ownScreenshot(platform.db, actor, id))),
)

async function ownScreenshot(db: Db, actor: Actor, id: string) {
  const screenshot = await findScreenshot(db, actor.id, id)
  if (!screenshot) throw missing()
  return screenshot
}

async function openFile(files: Files, name: string): Promise<StoredFile> {
  const file = await files.open(name)
  if (!file) throw missing()
  return file
}

const missing = () => new Refused('screenshots.not_found')
