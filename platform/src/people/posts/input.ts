import { z } from 'zod'
import { idInput, invalid } from '../../foundation/input.ts'
import { isVisible, plainText } from '../../foundation/plain-text.ts'
import { maxPostLength } from './rules.ts'

const nothing = invalid('posts.empty')

/** Schema of every version of a post. */
export const postInput = z.object({
  content: z
    .string(nothing)
    .transform((text) => plainText(text).trim())
    .refine(isVisible, nothing)
    .refine((text) => text.length <= maxPostLength, invalid('input.too_long', { max: maxPostLength })),
})

/** `cursor` is `next` of the answers before. */
export const threadInput = idInput.extend({ cursor: z.string().optional() })
