import { z } from 'zod'
import { standingTypes } from '../../accounts/standing/rules.ts'
import { searchText, wholeNumber } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { maxBanDays, maxReasonLength, maxTextLength } from './rules.ts'

/** The username of an account that a form is about. */
export const username = z
  .string(invalid('accounts.username_missing'))
  .trim()
  .min(1, invalid('accounts.username_missing'))
  .max(100, invalid('accounts.username_unknown'))

const wrongReason = invalid('moderation.reason_invalid', { max: maxReasonLength })
const reason = z
  .string(wrongReason)
  .transform((typed) => plainText(typed).trim())
  .pipe(z.string().min(1, wrongReason).max(maxReasonLength, wrongReason))

const text = z
  .string()
  .default('')
  .transform((typed) => plainText(typed).trim())
  .refine((typed) => typed.length <= maxTextLength, invalid('input.too_long', { max: maxTextLength }))

const wrongDays = invalid('moderation.days_invalid', { max: maxBanDays })
/** The length of a ban. */
export const days = wholeNumber({ min: 1, max: maxBanDays }, wrongDays, 4)

/** Only a ban has days. Other types ignore the field. */
const typeWithDays = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('Ban'), days }),
    z
      .object({ type: z.literal(['Warning', 'Termination']) })
      .transform((fields) => ({ ...fields, days: null })),
  ],
  invalid('moderation.type_missing'),
)

/** Checks both parts, so that every field has its message at once. */
export const moderateInput = z.object({ username, reason, note: text }).and(typeWithDays)

export const unmoderateInput = z.object({ username })

/** An account that the address of a page names. No account has a name that is too long. */
export const accountInput = z.object({ username: z.string() })

/** `number`: the warning that the user has read. A newer one may be in force. */
export const acknowledgeInput = z.object({
  number: z
    .string()
    .regex(/^\d{1,9}$/, invalid('moderation.warning_unknown'))
    .transform(Number)
    .optional(),
})

export const levelInput = accountInput.extend({
  permissionLevel: z
    .string(invalid('accounts.level_invalid'))
    .regex(/^[1-5]$/, invalid('accounts.level_invalid'))
    .transform(Number),
})

/** An unknown value becomes the first one. */
const choice = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values).catch(values[0]).default(values[0])

/**
 * `q`: a prefix of the username. `level`: `staff` stands for all above 1. `standing`: `Moderated` stands for any action in force.
 */
export const accountsInput = z.object({
  q: searchText,
  level: choice(['', 'staff', '1', '2', '3', '4', '5']),
  standing: choice(['', 'Good', 'Leaving', 'Moderated', ...standingTypes]),
  sort: choice(['newest', 'oldest', 'name', '-name']),
  cursor: z.string().optional(),
})

export type AccountFilter = z.output<typeof accountsInput>

/** `q`: a prefix of the username. `sort`: `soonest` and `latest` sort by the end. */
export const moderatedInput = z.object({
  q: searchText,
  type: choice(['', ...standingTypes]),
  /** A username. Empty for all moderators. */
  moderator: z.string().trim().max(100).default(''),
  sort: choice(['newest', 'oldest', 'soonest', 'latest']),
  cursor: z.string().optional(),
})

export type ModeratedFilter = z.output<typeof moderatedInput>
