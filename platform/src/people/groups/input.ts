import { z } from 'zod'
import { requiredReason, searchText } from '../../foundation/form-values.ts'
import { hasHidden, hidden } from '../../foundation/plain-text.ts'
import { isReservedName, isWritableName, nameLimits } from './rules.ts'

const length = { error: `Names have ${nameLimits.min} to ${nameLimits.max} characters` }

export const nameTaken = 'This name is already in use'

const name = z
  .string(length)
  .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
  .refine((text) => text.length >= nameLimits.min && text.length <= nameLimits.max, length)
  .refine((text) => !hasHidden(text), { error: hidden })
  .refine(isWritableName, { error: 'Names have letters or digits, and no slashes' })
  .refine((text) => !isReservedName(text), { error: nameTaken })

export const createGroupInput = z.object({ name })

export const renameGroupInput = z.object({ name, reason: requiredReason('the owner reads it') })

export const listInput = z.object({
  q: searchText,
  cursor: z.string().optional(),
})
