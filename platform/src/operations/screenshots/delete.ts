import type { Files } from '@baseplate/storage/files'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { findScreenshot } from './queries.ts'
import { previewName, screenshotName } from './rules.ts'

/** Deletes one of the actor's screenshots. Ids of deleted or foreign screenshots are ignored. */
export async function deleteScreenshot(
  platform: { db: Db; files: Files },
  actor: Actor,
  id: string,
): Promise<void> {
  const screenshot = await findScreenshot(platform.db, actor.id, id)
  if (!screenshot) return
  await platform.db.deleteFrom('screenshots').where('id', '=', id).execute()
  await platform.files.remove(screenshotName(screenshot))
  await platform.files.remove(previewName(screenshot))
}
