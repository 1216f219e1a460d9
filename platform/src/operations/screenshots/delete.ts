import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { formIdInput } from '../../foundation/input.ts'
import { findScreenshot } from './queries.ts'
import { previewName, screenshotName } from './rules.ts'

export const deleteScreenshot = useCase(
  {
    summary: "Deletes one of the actor's screenshots. Ids of deleted or foreign screenshots are ignored.",
    scope: 'browser',
    input: formIdInput,
  },
  async (platform: { db: Db; files: Files }, actor, { id }): Promise<void> => {
    const screenshot = await findScreenshot(platform.db, actor.id, id)
    if (!screenshot) return
    await platform.db.deleteFrom('screenshots').where('id', '=', id).execute()
    await platform.files.remove(screenshotName(screenshot))
    await platform.files.remove(previewName(screenshot))
  },
)
