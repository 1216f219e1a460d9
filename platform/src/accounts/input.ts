import { z } from 'zod'
import type { Config } from '../foundation/config/schema.ts'
import { description, flag } from '../foundation/form-values.ts'
import { invalid } from '../foundation/input.ts'
import { isMailbox } from '../foundation/mailbox.ts'
import { parseTime } from '../foundation/parse-time.ts'
import { maxEmailLength } from '../foundation/text-lengths.ts'
import { maxPasswordLength, minPasswordLength } from './passwords/rules.ts'
import { maxKeyUses, registrationKeyStates } from './registration/rules.ts'
import { isInAnotherScript, usernameLimits, usernamePattern } from './rules.ts'

/** The input of a use case about another user. No user has the name that a missing one stands for. */
export const userInput = z.object({ username: z.string().default('') })

const loginUsernameMissing = invalid('accounts.login_username_missing')

/** The secret of a link in a mail. */
export const linkInput = z.object({ token: z.string() })

/** Both messages are empty: a login does not explain the format of names. */
const username = z
  .string(loginUsernameMissing)
  .trim()
  .min(1, loginUsernameMissing)
  .regex(usernamePattern, invalid('accounts.username_malformed'))

const tooLong = invalid('input.too_long', { max: maxPasswordLength })

/** A new password that may have a single character. */
const anyPassword = z
  .string(invalid('accounts.password_missing'))
  .min(1, invalid('accounts.password_missing'))
  .max(maxPasswordLength, tooLong)

const currentPassword = z
  .string(invalid('accounts.current_password_missing'))
  .min(1, invalid('accounts.current_password_missing'))
  .max(maxPasswordLength, tooLong)

const newPassword = z
  .string(invalid('accounts.password_missing'))
  .min(minPasswordLength, invalid('accounts.password_short', { min: minPasswordLength }))
  .max(maxPasswordLength, tooLong)

const same = (first: string, second: string) => (form: Record<string, unknown>) =>
  form[first] === form[second]

/** Compares the passwords even if other fields are invalid, so that one response reports every error. */
const mismatch = (first: string, second: string, field: string) => ({
  ...invalid('accounts.passwords_differ'),
  path: [field],
  when: ({ value }: { value: unknown }) => hasText(value, first) && hasText(value, second),
})

function hasText(value: unknown, field: string): boolean {
  return typeof (value as Record<string, unknown> | null)?.[field] === 'string'
}

/** A browser sends an empty field for a missing address. */
const email = z
  .string()
  .trim()
  .transform((text) => text || null)
  .refine((text) => text === null || isMailbox(text), invalid('accounts.email_invalid'))

const registrationUsername = z
  .string(invalid('accounts.username_missing'))
  .trim()
  .refine((name) => !isInAnotherScript(name), { ...invalid('accounts.username_other_script'), abort: true })
  .regex(usernamePattern, invalid('accounts.username_invalid', usernameLimits))

export const renameInput = z.object({ username: registrationUsername })

/** Answer to the challenge of `WorkRequired`. */
const work = z.string().max(4_000).catch('').optional()

/** A code of an authenticator app, or a recovery code. */
const code = z
  .string(invalid('accounts.code_missing'))
  .trim()
  .min(1, invalid('accounts.code_missing'))
  .max(100, invalid('accounts.code_incorrect'))

/** An empty code counts as none, so that a form may always have the field. */
export const loginInput = z.object({
  username,
  password: currentPassword,
  code: z
    .literal('')
    .transform(() => undefined)
    .or(code)
    .optional(),
  work,
})

export const codeInput = z.object({ code })

/** The field of a form that asks for a fresh proof: the password, or a code of the authenticator app. */
export const proofInput = z.object({ proofpassword: currentPassword, work })

/** The secret of the set-up link. */
const setup = z.string().optional()
/** `false` or `true`, as `warnOfWeakPassword` explains. */
const weakpassword = z.string().optional()

const repetition = z.string(invalid('accounts.password_repetition_missing'))

const ignored = z
  .unknown()
  .optional()
  .transform(() => null)

/** The address and the key are ignored unless the operator has switched them on. */
export const registerInput = ({ Emails, Keys }: Pick<Config['Registration'], 'Emails' | 'Keys'>) =>
  z
    .object({
      username: registrationUsername,
      password: newPassword,
      cpassword: repetition,
      setup,
      weakpassword,
      work,
      email: Emails ? email.default(null) : ignored,
      regkey: Keys.Enabled ? z.string(invalid('accounts.key_invalid')).trim() : ignored,
    })
    .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

/** The registration of a user whom an identity provider signs in. */
export const providerRegisterInput = ({ Emails, Keys }: Pick<Config['Registration'], 'Emails' | 'Keys'>) =>
  z.object({
    username: registrationUsername,
    email: Emails ? email.default(null) : ignored,
    regkey: Keys.Enabled ? z.string(invalid('accounts.key_invalid')).trim() : ignored,
    work,
  })

/** The first account may have a short password (docs/reference/site-api.md#first-account). */
export const initialAccountInput = z
  .object({
    username: registrationUsername,
    password: anyPassword,
    cpassword: repetition,
    setup,
    weakpassword,
  })
  .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

/** An account that the operator creates. Its password is never short: the command makes one on request. */
export const createUserInput = z.object({ username: registrationUsername, password: newPassword })

/** An empty language stands for the browser's. Programs that know no languages leave the field out. */
export const profileInput = ({ themes, languages }: Record<'themes' | 'languages', readonly string[]>) =>
  z.object({
    description,
    language: z
      .enum(['', ...languages], invalid('accounts.language_invalid'))
      .transform((language) => language || null)
      .optional(),
    theme: z.enum(themes, invalid('accounts.theme_invalid')),
  })

/** The password may be left out after a fresh proof. */
export const deleteAccountInput = z.object({ password: currentPassword.optional(), work })

export const endSessionsInput = z.object({ password: currentPassword, work })

export const changePasswordInput = z
  .object({
    cpassword: currentPassword,
    // One character is enough here (docs/reference/site-api.md#account-settings).
    npassword: anyPassword,
    cnpassword: z.string(invalid('accounts.password_repetition_missing')),
    weakpassword,
    work,
  })
  .refine(same('npassword', 'cnpassword'), mismatch('npassword', 'cnpassword', 'cnpassword'))

/** The first password of an account. */
export const setPasswordInput = z
  .object({ npassword: newPassword, cnpassword: repetition, weakpassword })
  .refine(same('npassword', 'cnpassword'), mismatch('npassword', 'cnpassword', 'cnpassword'))

/** The issuer of a linked identity. */
export const issuerInput = z.object({ issuer: z.string().max(2_000).default('') })

export const changeEmailInput = z.object({ email: email.default(null), password: currentPassword, work })

const account = invalid('accounts.account_missing')

export const requestRecoveryInput = z.object({
  account: z.string(account).trim().min(1, account).max(maxEmailLength, account),
})

export const resetPasswordInput = z
  .object({
    token: z.string(),
    password: newPassword,
    cpassword: repetition,
    weakpassword,
    removeothers: flag.default(false),
  })
  .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

const uses = invalid('accounts.key_uses_invalid', { max: maxKeyUses })

/** `expires` is Unix milliseconds, or ISO 8601 in UTC, as a browser's field for times sends. */
export const createKeyInput = (now: number) =>
  z.object({
    uses: z
      .string(uses)
      .trim()
      .regex(/^\d{1,6}$/, uses)
      .transform(Number)
      .pipe(z.number().min(1, uses).max(maxKeyUses, uses)),
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
