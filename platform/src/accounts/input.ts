import { z } from 'zod'
import type { Config } from '../foundation/config/schema.ts'
import { description } from '../foundation/form-values.ts'
import { isMailbox } from '../foundation/mailbox.ts'
import { parseTime } from '../foundation/parse-time.ts'
import { maxEmailLength } from '../foundation/text-lengths.ts'
import { maxPasswordLength, minPasswordLength } from './passwords/rules.ts'
import { maxKeyUses, registrationKeyStates, whyKeyNotOpen } from './registration/rules.ts'
import { usernameLimits, usernamePattern } from './rules.ts'

const invalidKey = whyKeyNotOpen(undefined)

/** The message is empty: a login does not explain the format of names. */
const username = z.string({ error: '' }).trim().regex(usernamePattern, { error: '' })

const tooLong = `Passwords have at most ${maxPasswordLength} characters`

const anyPassword = z
  .string({ error: 'Type your password' })
  .min(1, { error: 'Type your password' })
  .max(maxPasswordLength, { error: tooLong })

const newPassword = z
  .string({ error: 'Type a password' })
  .min(minPasswordLength, { error: `Passwords have at least ${minPasswordLength} characters` })
  .max(maxPasswordLength, { error: tooLong })

const same = (first: string, second: string) => (form: Record<string, unknown>) =>
  form[first] === form[second]

/** Compares the passwords even if other fields are invalid, so that one response reports every error. */
const mismatch = (first: string, second: string, field: string) => ({
  error: 'Passwords do not match',
  path: [field],
  when: ({ value }: { value: unknown }) => hasText(value, first) && hasText(value, second),
})

function hasText(value: unknown, field: string): boolean {
  return typeof (value as Record<string, unknown> | null)?.[field] === 'string'
}

/** Optional. A browser sends an empty field for a missing address. */
const email = z
  .string()
  .trim()
  .transform((text) => text || null)
  .refine((text) => text === null || isMailbox(text), {
    error: 'This is not an email address that mail can be sent to',
  })

const registrationUsername = z
  .string({ error: 'Choose a username' })
  .trim()
  .regex(usernamePattern, {
    error: `Usernames have ${usernameLimits.min} to ${usernameLimits.max} letters, digits or underscores`,
  })

export const loginInput = z.object({ username, password: anyPassword })

/** `false` or `true`, as `warnOfWeakPassword` explains. */
const weakpassword = z.string().optional()

const repetition = z.string({ error: 'Repeat the password' })

const ignored = z
  .unknown()
  .optional()
  .transform(() => null)

/** The address and the key are ignored unless the operator has switched them on. */
export const registerInput = ({ Emails, Keys }: Config['Registration']) =>
  z
    .object({
      username: registrationUsername,
      password: newPassword,
      cpassword: repetition,
      weakpassword,
      email: Emails ? email.default(null) : ignored,
      regkey: Keys.Enabled ? z.string({ error: invalidKey }).trim() : ignored,
    })
    .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

/** The first account may have a password of one character (docs/reference/site-api.md#first-account). */
export const initialAccountInput = z
  .object({
    username: registrationUsername,
    password: anyPassword,
    cpassword: repetition,
    weakpassword,
  })
  .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

/** An empty language stands for the browser's. Programs that know no languages leave the field out. */
export const profileInput = ({ themes, languages }: Record<'themes' | 'languages', readonly string[]>) =>
  z.object({
    description,
    language: z
      .enum(['', ...languages], { error: 'must be a valid language' })
      .transform((language) => language || null)
      .optional(),
    theme: z.enum(themes, { error: 'must be a valid theme' }),
  })

export const endSessionsInput = z.object({ password: anyPassword })

export const changePasswordInput = z
  .object({
    cpassword: anyPassword,
    // One character is enough here (docs/reference/site-api.md#account-settings).
    npassword: z
      .string({ error: 'Type a new password' })
      .min(1, { error: 'Type a new password' })
      .max(maxPasswordLength, { error: tooLong }),
    cnpassword: z.string({ error: 'Repeat the new password' }),
    weakpassword,
  })
  .refine(same('npassword', 'cnpassword'), mismatch('npassword', 'cnpassword', 'cnpassword'))

export const changeEmailInput = z.object({ email: email.default(null), password: anyPassword })

const account = 'Type your username or your email address'

export const requestRecoveryInput = z.object({
  account: z
    .string({ error: account })
    .trim()
    .min(1, { error: account })
    .max(maxEmailLength, { error: account }),
})

export const resetPasswordInput = z
  .object({ password: newPassword, cpassword: repetition, weakpassword })
  .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

const uses = `A number from 1 to ${maxKeyUses}`
const expires = 'A time that is still to come, such as 2030-01-31T12:00, in UTC'

/** `expires` is Unix milliseconds, or ISO 8601 in UTC, as a browser's field for times sends. */
export const createKeyInput = (now: number) =>
  z.object({
    uses: z
      .string({ error: uses })
      .trim()
      .regex(/^\d{1,6}$/, { error: uses })
      .transform(Number)
      .pipe(z.number().min(1, { error: uses }).max(maxKeyUses, { error: uses })),
    expires: z
      .string()
      .trim()
      .default('')
      .transform((text) => (text === '' ? null : parseTime(text)))
      .refine((time) => time === null || time > now, { error: expires }),
  })

export const disableKeyInput = z.object({ key: z.string({ error: 'Which key?' }).trim().max(100) })

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
