import { z } from 'zod'
import { invalid } from '../foundation/input.ts'
import { isVisible, plainText } from '../foundation/plain-text.ts'
import { maxCommentLength } from './rules.ts'

const noContent = invalid('comments.empty')

export const commentInput = z.object({
  content: z
    .string(noContent)
    .transform((text) => plainText(text).trim())
    .refine(isVisible, noContent)
    .refine((text) => text.length <= maxCommentLength, invalid('input.too_long', { max: maxCommentLength })),
  /** The comment that it replies to. Forms send an empty text for none. */
  replyId: z.string().optional(),
})

export type WrittenComment = z.output<typeof commentInput>
