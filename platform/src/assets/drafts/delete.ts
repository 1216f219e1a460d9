import type { Files } from '@baseplate/storage/files'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { parseInput } from '../../foundation/input.ts'
import { draftKeyInput } from './input.ts'
import { draftFileName } from './rules.ts'

/** Deletes one of the actor's drafts. Does nothing if there is no such draft. @param input `key` */
export async function deleteDraft(
  { db, files }: { db: Db; files: Files },
  actor: Actor,
  input: unknown,
): Promise<void> {
  const { key } = parseInput(draftKeyInput, input)
  if (key === undefined) return
  const deleted = await db
    .deleteFrom('creation_drafts')
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .returning('file')
    .executeTakeFirst()
  if (typeof deleted?.file === 'string') await files.remove(draftFileName(deleted.file))
}
