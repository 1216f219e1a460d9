import type { Db } from '../../database.ts'
import { type FileReference, inBatches } from '../../foundation/file-reference.ts'
import { previewName, screenshotName } from './rules.ts'

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
