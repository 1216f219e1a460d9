import { z } from 'zod'
import type { Db } from '../foundation/database.ts'
import { openUseCase } from './use-case.ts'

export const chooseLanguage = openUseCase(
  {
    summary:
      'Saves the language in which an account reads pages and mail. Visitors have it in their browser alone.',
    scope: 'browser',
    input: z.object({ language: z.string() }),
  },
  async ({ db }: { db: Db }, actor, { language }): Promise<void> => {
    if (actor) await db.updateTable('users').set({ language }).where('id', '=', actor.id).execute()
  },
)
