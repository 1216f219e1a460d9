import type { Clock } from '@baseplate/service/clock'
import { lockTable } from '@baseplate/storage/database/lock-table'
import { recordAction, useCase } from '../../accounts/door.ts'
import { type Actor, administratorAccess } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { problem } from '../../foundation/problem.ts'
import type { SharedFilter } from '../../foundation/text-filter.ts'
import { addInput, saveInput } from './input.ts'
import { findWords, type StoredWords } from './queries.ts'
import { maxWordsLength, wordsIn } from './rules.ts'
import { starterWords } from './starter-lists.ts'

type Editing = { db: Db; now: Clock; textFilter: SharedFilter }

/** @throws InvalidFields `words`; Refused `conflict` when the words have changed since `version` */
export const saveWords = useCase(
  { ...administratorAccess, summary: 'Replaces the words that administrators filter.', input: saveInput },
  async (platform: Editing, actor, { words, version }): Promise<void> =>
    change(platform, actor, (stored) => {
      if (version !== undefined && version !== stored.version) throw new Refused('filter.changed')
      return words
    }),
)

/** @throws InvalidFields `lists` */
export const addStarterLists = useCase(
  {
    ...administratorAccess,
    summary:
      'Adds the words of starter lists. Without lists, it records that the platform does without them.',
    input: addInput,
  },
  async (platform: Editing, actor, { lists }): Promise<void> =>
    change(platform, actor, ({ words }) => wordsIn([...words, ...lists.flatMap(starterWords)].join('\n'))),
)

async function change(
  { db, now, textFilter }: Editing,
  actor: Actor,
  edit: (stored: StoredWords) => string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTable(trx, 'filter_words')
    const stored = await findWords(trx)
    const words = edit(stored)
    const text = words.join('\n')
    if (text.length > maxWordsLength)
      throw new InvalidFields({ lists: problem('input.too_long', { max: maxWordsLength }) })
    const row = { version: stored.version + 1, words: text, updated: now() }
    await trx
      .insertInto('filter_words')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    const removed = missingIn(words, stored.words)
    const added = missingIn(stored.words, words)
    if (removed.length + added.length === 0) return
    await recordAction(
      trx,
      {
        actor,
        action: 'changefilter',
        subject: 'site:filter',
        before: removed.length > 0 ? { words: removed } : null,
        after: added.length > 0 ? { words: added } : null,
      },
      now(),
    )
  })
  await textFilter.changed()
}

/** Returns the words that a list lacks. */
function missingIn(list: readonly string[], words: readonly string[]): string[] {
  const known = new Set(list)
  return words.filter((word) => !known.has(word))
}
