import { z } from 'zod'
import { isVisible, plainText } from '../../foundation/plain-text.ts'
import { maxPostLength } from './rules.ts'

const nothing = { error: 'A post must have content' }

/** Schema of every version of a post. */
export const postInput = z.object({
  content: z
    .string(nothing)
    .transform((text) => plainText(text).trim())
    .refine(isVisible, nothing)
    .refine((text) => text.length <= maxPostLength, {
      error: `Posts have at most ${maxPostLength} characters`,
    }),
})
