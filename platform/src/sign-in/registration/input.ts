import { z } from 'zod'
import { parseTime } from '../../foundation/calendar.ts'
import { wholeNumber } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { maxKeyUses, registrationKeyStates } from './rules.ts'

const uses = invalid('accounts.key_uses_invalid', { max: maxKeyUses })

/** `expires` is Unix milliseconds, or ISO 8601 in UTC, as a browser's field for times sends. */
export const createKeyInput = (now: number) =>
  z.object({
    uses: wholeNumber({ min: 1, max: maxKeyUses }, uses),
    expires: z
      .string()
      .trim()
      .default('')
      .transform((text) => (text === '' ? null : parseTime(text)))
      .refine((time) => time === null || time > now, invalid('accounts.key_expiry_invalid')),
  })

export const disableKeyInput = z.object({ key: z.string().trim().max(100) })

export const listKeysInput = z.object({
  /** Empty: all states. */
  state: z
    .enum(['', ...registrationKeyStates])
    .catch('')
    .default(''),
  /** A username. Empty: all makers. */
  maker: z.string().trim().max(100).default(''),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

export type KeyFilter = z.output<typeof listKeysInput>
