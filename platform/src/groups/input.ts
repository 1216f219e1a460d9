import { z } from 'zod'
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

export const listInput = z.object({
  q: z.string().trim().max(100, { error: 'Search for at most 100 characters' }).default(''),
  cursor: z.string().optional(),
})
