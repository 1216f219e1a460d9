import { z } from 'zod'
import { standingTypes } from '../../accounts/standing/rules.ts'
import { searchText } from '../../foundation/form-values.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { maxBanDays, maxReasonLength, maxTextLength } from './rules.ts'

const username = z
  .string({ error: 'Type a username' })
  .trim()
  .min(1, { error: 'Type a username' })
  .max(100, { error: 'Nobody has that username' })

const reason = z
  .string({ error: 'Say why: the person reads it' })
  .transform((typed) => plainText(typed).trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'Say why: the person reads it' })
      .max(maxReasonLength, { error: `Reasons have at most ${maxReasonLength} characters` }),
  )

const text = z
  .string()
  .default('')
  .transform((typed) => plainText(typed).trim())
  .refine((typed) => typed.length <= maxTextLength, {
    error: `At most ${maxTextLength} characters`,
  })

const wrongDays = { error: `A ban has a whole number of days, from 1 to ${maxBanDays}` }
const days = z
  .string(wrongDays)
  .trim()
  .regex(/^\d{1,4}$/, wrongDays)
  .transform(Number)
  .pipe(z.number().min(1, wrongDays).max(maxBanDays, wrongDays))

/** Only a ban has days. Other types ignore the field. */
const length = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('Ban'), days }),
    z
      .object({ type: z.literal(['Warning', 'Termination']) })
      .transform((fields) => ({ ...fields, days: null })),
  ],
  { error: 'Choose a warning, a ban or a termination' },
)

/** Checks both parts, so that every field has its message at once. */
export const moderateInput = z.object({ username, reason, note: text }).and(length)

export const unmoderateInput = z.object({ username })

/** `number`: the warning that the user has read. A newer one may be in force. */
export const acknowledgeInput = z.object({
  number: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'This is not a warning of yours' })
    .transform(Number)
    .optional(),
})

export const levelInput = z.object({
  permissionLevel: z
    .string({ error: 'Choose a level from 1 to 5' })
    .regex(/^[1-5]$/, { error: 'Choose a level from 1 to 5' })
    .transform(Number),
})

/** An unknown value becomes the first one. */
const choice = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values).catch(values[0]).default(values[0])

export const accountsInput = z.object({
  q: searchText,
  level: choice(['', 'staff', '1', '2', '3', '4', '5']),
  standing: choice(['', 'Good', 'Moderated', ...standingTypes]),
  sort: choice(['newest', 'oldest', 'name', '-name']),
  cursor: z.string().optional(),
})

export type AccountFilter = z.output<typeof accountsInput>

export const moderatedInput = z.object({
  q: searchText,
  type: choice(['', ...standingTypes]),
  /** A username. Empty for all moderators. */
  moderator: z.string().trim().max(100).default(''),
  sort: choice(['newest', 'oldest', 'soonest', 'latest']),
  cursor: z.string().optional(),
})

export type ModeratedFilter = z.output<typeof moderatedInput>
