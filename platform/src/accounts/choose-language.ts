import { z } from 'zod'
import type { Db } from '../foundation/database.ts'
import { useCase } from './use-case.ts'

export const chooseLanguage = useCase(
  {
    summary: 'Saves the language in which an account reads pages and mail.',
    scope: 'browser',
    input: z.object({ language: z.string() }),
  },
  async ({ db }: { db: Db }, actor, { language }): Promise<void> => {
    await db.updateTable('users').set({ language }).where('id', '=', actor.id).execute()
  },
)
