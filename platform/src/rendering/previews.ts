import type { Db } from '../database.ts'
import { type FileReference, inBatches } from '../foundation/file-reference.ts'
import { previewHashLength, previewName, type RenderSubject } from './rules.ts'

/** Names a subject's preview after the hash of its file. */
export async function setPreview(db: Db, subject: RenderSubject, sha256: string): Promise<void> {
  const name = sha256.slice(0, previewHashLength)
  await db
    .insertInto('previews')
    .values({ subject, name })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ name }))
    .execute()
}

/** Withdraws previews, so that lists show none of these subjects until they are drawn again. */
export async function deletePreviews(db: Db, subjects: readonly RenderSubject[]): Promise<void> {
  if (subjects.length === 0) return
  await db.deleteFrom('previews').where('subject', 'in', subjects).execute()
}

/** Lists the files of all previews. */
export async function* previewFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const previews = inBatches((after: { subject: RenderSubject } | undefined, limit) =>
    db
      .selectFrom('previews')
      .selectAll()
      .$if(after !== undefined, (query) => query.where('subject', '>', after?.subject ?? 'user:'))
      .orderBy('subject')
      .limit(limit)
      .execute(),
  )
  for await (const { subject, name } of previews) yield { name: previewName(subject), sha256: name }
}
