import type { Db } from '../../foundation/database.ts'
import { type FileReference, inBatches } from '../../foundation/file-reference.ts'
import { previewName, screenshotName } from './rules.ts'

/** Lists the user's screenshots, newest first. */
export const listScreenshots = (db: Db, userId: string) =>
  db
    .selectFrom('screenshots')
    .select(['id', 'created', 'width', 'height', 'size'])
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute()

/** Finds one of the user's own screenshots. */
export const findScreenshot = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('screenshots')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const countScreenshots = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('screenshots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Yields the references of screenshots and their previews. */
export async function* screenshotFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const screenshots = inBatches((after: { id: string } | undefined, limit) =>
    db
      .selectFrom('screenshots')
      .select(['id', 'format', 'size'])
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const screenshot of screenshots) {
    yield { name: screenshotName(screenshot), size: screenshot.size }
    yield { name: previewName(screenshot) }
  }
}
