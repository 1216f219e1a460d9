import { z } from 'zod'
import { plainText } from '../../foundation/plain-text.ts'
import { maxCssLength } from './rules.ts'

export const stylingInput = z.object({
  css: z
    .string({ error: 'Write some CSS, or leave the field empty' })
    .transform(plainText)
    .refine((text) => text.length <= maxCssLength, {
      error: `Styling has at most ${maxCssLength} characters`,
    }),
})
