import { z } from 'zod'
import { newUsername } from '../accounts/door.ts'
import { usernamePattern } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import { flag } from '../foundation/form-values.ts'
import { invalid } from '../foundation/input.ts'
import { isMailbox } from '../foundation/mailbox.ts'
import { maxEmailLength } from '../foundation/text-lengths.ts'
import { maxPasswordLength, minPasswordLength } from './rules.ts'

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
      username: newUsername,
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
    username: newUsername,
    email: Emails ? email.default(null) : ignored,
    regkey: Keys.Enabled ? z.string(invalid('accounts.key_invalid')).trim() : ignored,
    work,
  })

/** The first account may have a short password (docs/reference/site-api.md#first-account). */
export const initialAccountInput = z
  .object({
    username: newUsername,
    password: anyPassword,
    cpassword: repetition,
    setup,
    weakpassword,
  })
  .refine(same('password', 'cpassword'), mismatch('password', 'cpassword', 'password'))

/** An account that the operator creates. Its password is never short: the command makes one on request. */
export const createUserInput = z.object({ username: newUsername, password: newPassword })

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
