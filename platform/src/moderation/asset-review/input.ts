import { z } from 'zod'
import { requiredReason } from '../../foundation/form-values.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { verdict } from '../actions/input.ts'
import { maxTextLength } from '../actions/rules.ts'
import { maxReasonLength } from './rules.ts'

/** What is no id is the id of nothing. */
const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .catch(0)

const typed = z.string().transform((text) => plainText(text).trim())

/** Hex SHA-256 of the file that was looked at. */
const file = z.string().optional()

export const approveInput = z.object({ id, file })

const reason = requiredReason(maxReasonLength, `Say why, in 1 to ${maxReasonLength} characters`)

export const refuseInput = approveInput.extend({ reason })

/** Showing an asset again takes nothing from its creator and needs no reason. */
export const moderateAssetInput = z.discriminatedUnion(
  'visibility',
  [
    z.object({ visibility: z.literal('Moderated'), reason, file }),
    z.object({ visibility: z.literal('Visible'), file }),
  ],
  { error: 'Choose what becomes of it' },
)

/** Without an id: the next ones. */
export const takeInput = z.object({
  id: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Asset not found' })
    .transform(Number)
    .optional(),
})

export const releaseInput = z.object({ id })

const text = typed.refine((text) => text.length <= maxTextLength, {
  error: `At most ${maxTextLength} characters`,
})

const noAppeal = 'Say why it should be shown'

export const appealInput = z.object({
  text: z
    .string({ error: noAppeal })
    .pipe(text)
    .refine((typed) => typed !== '', { error: noAppeal }),
})

const noAnswer = 'Say why: its creator reads it'

export const decideInput = z.object({
  id,
  ...verdict,
  answer: z
    .string({ error: noAnswer })
    .pipe(text)
    .refine((typed) => typed !== '', { error: noAnswer }),
})
