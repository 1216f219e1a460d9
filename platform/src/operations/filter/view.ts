import { useCase } from '../../accounts/door.ts'
import { type Actor, administratorAccess, isAdministrator } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { testInput } from './input.ts'
import { findWords, hasDecided } from './queries.ts'
import { starterLanguages, starterWords } from './starter-lists.ts'

type Reading = { db: Db; config: Pick<Config, 'Filtering'> }

export const viewFilter = useCase(
  {
    ...administratorAccess,
    summary: 'Returns the words in force, and the starter lists with what each would add.',
    input: noInput,
  },
  async ({ db, config }: Reading) => {
    const { version, words } = await findWords(db)
    const known = new Set(words.map((word) => word.toLowerCase()))
    return {
      version,
      words,
      /** Words of the configuration, which only its file changes. */
      configured: [...config.Filtering.Words],
      starterLists: starterLanguages.map((language) => {
        const all = starterWords(language)
        return {
          language,
          words: all.length,
          missing: all.filter((word) => !known.has(word.toLowerCase())).length,
        }
      }),
    }
  },
)

/** @throws InvalidFields `text` */
export const testText = useCase(
  {
    ...administratorAccess,
    summary: 'Returns a text as other users would read it, and whether it stays as it is.',
    input: testInput,
  },
  async ({ filterText }: { filterText: TextFilter }, _, { text }) => {
    const filtered = filterText(text)
    return { passes: filtered === text, filtered }
  },
)

/** Whether to ask this administrator which words the new platform filters. */
export const asksForWords = async ({ db, config }: Reading, actor: Actor): Promise<boolean> =>
  isAdministrator(actor) && config.Filtering.Words.length === 0 && !(await hasDecided(db))
