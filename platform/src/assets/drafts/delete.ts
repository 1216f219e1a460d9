import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { draftKeyInput } from './input.ts'
import { draftFileName } from './rules.ts'

export const deleteDraft = useCase(
  {
    summary: "Deletes one of the user's drafts. Does nothing if there is no such draft.",
    scope: 'assets:write',
    input: draftKeyInput,
  },
  async ({ db, files }: { db: Db; files: Files }, actor, { key }): Promise<void> => {
    if (key === undefined) return
    const deleted = await db
      .deleteFrom('creation_drafts')
      .where('user_id', '=', actor.id)
      .where('key', '=', key)
      .returning('file')
      .executeTakeFirst()
    if (typeof deleted?.file === 'string') await files.remove(draftFileName(deleted.file))
  },
)
