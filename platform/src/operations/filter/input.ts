import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { problem } from '../../foundation/problem.ts'
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

/** `lists`: language tags with commas between them; empty for none. */
export const addInput = z.object({
  lists: z
    .string()
    .default('')
    .transform((tags) => tags.split(',').filter((tag) => tag !== ''))
    .refine((tags) => tags.every((tag) => starterLanguages.includes(tag)), invalid('filter.list_not_found')),
})

export const testInput = z.object({
  text: z.string().max(maxTestLength, invalid('input.too_long', { max: maxTestLength })),
})
