import { z } from 'zod'
import { plainText } from '../foundation/plain-text.ts'
import { maxPostLength } from './rules.ts'

const nothing = { error: 'A post must have content' }

/** Something that can be seen: spaces and joiners alone cannot. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** What a post may say: every new version of every post goes through here. */
export const postInput = z.object({
  content: z
    .string(nothing)
    .transform((text) => plainText(text).trim())
    .refine((text) => visible.test(text), nothing)
    .refine((text) => text.length <= maxPostLength, {
      error: `Posts have at most ${maxPostLength} characters`,
    }),
})
