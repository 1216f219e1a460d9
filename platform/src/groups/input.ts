import { z } from 'zod'
import { plainText } from '../foundation/plain-text.ts'
import { isReservedName, isWritableName, nameLimits } from './rules.ts'

const length = { error: `Names have ${nameLimits.min} to ${nameLimits.max} characters` }

export const nameTaken = 'This name is already in use'

const name = z
  .string(length)
  .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
  .refine((text) => text.length >= nameLimits.min && text.length <= nameLimits.max, length)
  .refine(isWritableName, { error: 'Names have letters or digits, and no slashes' })
  .refine((text) => !isReservedName(text), { error: nameTaken })

export const createGroupInput = z.object({ name })

const reasonError = { error: 'Say why, in 1 to 300 characters: the owner reads it' }

export const reasonInput = z.object({
  reason: z
    .string(reasonError)
    .transform((text) => plainText(text).trim())
    .refine((text) => text.length >= 1 && text.length <= 300, reasonError),
})

export const renameGroupInput = reasonInput.extend({ name })

export const listInput = z.object({
  q: z.string().trim().max(100, { error: 'Search for at most 100 characters' }).default(''),
  cursor: z.string().optional(),
})
