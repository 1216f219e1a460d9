import { z } from 'zod'
import { description } from '../foundation/form-values.ts'
import { invalid } from '../foundation/input.ts'
import { isInAnotherScript, usernameLimits, usernamePattern } from './rules.ts'

/** The input of a use case about another user. No user has the name that a missing one stands for. */
export const userInput = z.object({ username: z.string().default('') })

/** A username that an account does not have yet. */
export const newUsername = z
  .string(invalid('accounts.username_missing'))
  .trim()
  .refine((name) => !isInAnotherScript(name), { ...invalid('accounts.username_other_script'), abort: true })
  .regex(usernamePattern, invalid('accounts.username_invalid', usernameLimits))

export const renameInput = z.object({ username: newUsername })

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
