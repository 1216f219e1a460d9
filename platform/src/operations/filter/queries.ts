import type { Db } from '../../foundation/database.ts'
import { wordsIn } from './rules.ts'

export interface StoredWords {
  /** 0 before the first save. */
  version: number
  words: string[]
}

/** Returns the words that administrators filter. */
export async function findWords(db: Db): Promise<StoredWords> {
  const row = await db.selectFrom('filter_words').select(['version', 'words']).executeTakeFirst()
  return { version: row?.version ?? 0, words: wordsIn(row?.words ?? '') }
}

/** Whether an administrator has saved words, or decided to do without them. */
export const hasDecided = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('filter_words').select('id').executeTakeFirst()) !== undefined
