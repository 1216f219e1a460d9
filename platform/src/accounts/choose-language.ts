import type { Db } from '../foundation/database.ts'
import type { Actor } from './rules.ts'

/** Saves the language in which an account reads pages and mail. */
export async function chooseLanguage({ db }: { db: Db }, actor: Actor, language: string): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', actor.id).execute()
}
