import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { isOn } from '../../foundation/is-on.ts'
import { problem } from '../../foundation/problem.ts'
import { initialAccountInput } from '../../sign-in/door.ts'
import { isUsableWord, maxTestLength, maxWordLength, maxWordsLength, wordsIn } from './rules.ts'
import { starterLanguages } from './starter-lists.ts'

/** `words`: one a line. `version`: the version that was edited; absent: whatever is in force. */
export const saveInput = z.object({
  words: z
    .string()
    .max(maxWordsLength, invalid('input.too_long', { max: maxWordsLength }))
    .transform(wordsIn)
    .superRefine((words, context) => {
      for (const word of words) {
        if (word.length > maxWordLength)
          context.addIssue(JSON.stringify(problem('filter.word_too_long', { word, max: maxWordLength })))
        else if (!isUsableWord(word))
          context.addIssue(JSON.stringify(problem('filter.word_invalid', { word })))
      }
    }),
  version: z.coerce.number().int().min(0).optional(),
})

/** Returns the languages of the checked starter lists. Programs send `lists` itself. */
export function chosenLists({
  lists,
  ...fields
}: {
  lists?: string | undefined
  [box: string]: unknown
}): string {
  if (lists !== undefined) return lists
  return Object.entries(fields)
    .filter(([name, value]) => name.startsWith('list-') && isOn(value))
    .map(([name]) => name.slice('list-'.length))
    .join(',')
}

/** Language tags with commas between them; empty for none. */
const lists = z
  .string()
  .transform((tags) => tags.split(',').filter((tag) => tag !== ''))
  .refine((tags) => tags.every((tag) => starterLanguages.includes(tag)), invalid('filter.list_not_found'))

/** The form of the page has a box for each list. */
export const addInput = z
  .looseObject({ lists: z.string().optional() })
  .transform((fields) => ({ lists: chosenLists(fields) }))
  .pipe(z.object({ lists }))

/** The first account, and the starter lists. */
export const setUpInput = z.preprocess(
  (fields) => ({ ...(fields as object), lists: chosenLists({ ...(fields as object) }) }),
  initialAccountInput.safeExtend({ lists }).loose(),
)

export const testInput = z.object({
  text: z.string().max(maxTestLength, invalid('input.too_long', { max: maxTestLength })),
})
