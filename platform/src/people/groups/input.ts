import { z } from 'zod'
import { description, flag, requiredReason, searchText } from '../../foundation/form-values.ts'
import { invalid, sentFile } from '../../foundation/input.ts'
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

/** `group` is the present name. */
export const renameGroupInput = z.object({ group: z.string(), name, reason: requiredReason })

/** The input of a use case about a group. A text that no group can have for a name finds nothing. */
export const groupNameInput = z.object({ name: z.string() })

/** `cursor` is `next` of the members before, and `comments` is `nextComments` of the comments before. */
export const viewGroupInput = groupNameInput.extend({
  cursor: z.string().optional(),
  comments: z.string().optional(),
})

export const iconInput = groupNameInput.extend({ hash: z.string() })

export const groupSettingsInput = groupNameInput.extend({
  description,
  icon: sentFile,
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
