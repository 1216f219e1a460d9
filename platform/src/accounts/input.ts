import { z } from 'zod'
import { maxPasswordLength, minPasswordLength, usernamePattern } from './rules.ts'

/** A name that does not match the pattern is answered with the empty string (contract, failure messages of login). */
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

const repeated = { error: 'Passwords do not match', path: ['password'] }
const matches = (form: { password: string; cpassword: string }) => form.password === form.cpassword
/** The repetition is compared even when other fields are wrong, so that every message is there at once. */
const always = { when: (payload: { value: unknown }) => hasBothPasswords(payload.value) }

const registrationUsername = z
  .string({ error: 'Choose a username' })
  .trim()
  .regex(usernamePattern, { error: 'Usernames have 3 to 21 letters, digits or underscores' })

export const loginInput = z.object({ username, password: anyPassword })

export const registerInput = z
  .object({
    username: registrationUsername,
    password: newPassword,
    cpassword: z.string({ error: 'Repeat the password' }),
  })
  .refine(matches, { ...repeated, ...always })

/** Whoever sets the instance up may choose any password: the contract asks for one character. */
export const initialAccountInput = z
  .object({
    username: registrationUsername,
    password: anyPassword,
    cpassword: z.string({ error: 'Repeat the password' }),
  })
  .refine(matches, { ...repeated, ...always })

export const profileInput = (themes: readonly string[]) =>
  z.object({
    description: z.string().max(1000, { error: 'Descriptions have at most 1000 characters' }).default(''),
    theme: z.enum(themes, { error: 'must be a valid theme' }),
  })

export const endSessionsInput = z.object({ password: anyPassword })

function hasBothPasswords(value: unknown): value is { password: string; cpassword: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'password' in value &&
    typeof value.password === 'string' &&
    'cpassword' in value &&
    typeof value.cpassword === 'string'
  )
}
