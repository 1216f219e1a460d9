import { z } from 'zod'
import { description, flag, requiredReason, searchText } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { hasHidden } from '../../foundation/plain-text.ts'
import { isReservedName, isWritableName, nameLimits } from './rules.ts'

const length = invalid('input.length', nameLimits)

const name = z
  .string(length)
  .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
  .refine((text) => text.length >= nameLimits.min && text.length <= nameLimits.max, length)
  .refine((text) => !hasHidden(text), invalid('input.name_hidden'))
  .refine(isWritableName, invalid('groups.name_invalid'))
  .refine((text) => !isReservedName(text), invalid('groups.name_taken'))

export const createGroupInput = z.object({ name })

export const renameGroupInput = z.object({ name, reason: requiredReason })

export const groupSettingsInput = z.object({
  description,
  /** Whether members may add their games. Without it, the setting stays as it is. */
  memberGames: flag.optional(),
})

/** The id of a game, from a form. A text that is not an id becomes 0, which no game has. */
export const groupPlaceInput = z.object({
  place: z
    .string()
    .default('')
    .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)),
})

export const listInput = z.object({
  q: searchText,
  cursor: z.string().optional(),
})
