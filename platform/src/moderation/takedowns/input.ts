import { z } from 'zod'
import { requiredReason } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { contentTypes, profileParts, takedownListNames } from './rules.ts'

/** Putting a place back takes nothing from its owner and needs no reason. */
export const moderatePlaceInput = z.discriminatedUnion(
  'visibility',
  [
    z.object({
      visibility: z.literal('Moderated'),
      reason: requiredReason,
    }),
    z.object({ visibility: z.literal('Visible') }),
  ],
  invalid('moderation.visibility_missing'),
)

/** Hex SHA-256 of the file that the moderator saw. */
const file = z.string().optional()

/** Showing an asset takes nothing from its creator and needs no reason. */
export const moderateAssetInput = z.discriminatedUnion(
  'visibility',
  [
    z.object({
      visibility: z.literal('Moderated'),
      reason: requiredReason,
      file,
    }),
    z.object({ visibility: z.literal('Visible'), file }),
  ],
  invalid('moderation.visibility_missing'),
)

/** Posts and comments. */
export const removeInput = z.object({ reason: requiredReason })

/** The text of a profile that a form is about. */
export const profilePartInput = z.object({ part: z.enum(profileParts, invalid('input.invalid')) })

export const removeProfileTextInput = profilePartInput.extend({ reason: requiredReason })

export const closeGroupInput = z.object({ reason: requiredReason })

/** Content whose takedown a moderator undoes. */
export const undoInput = z.object({ type: z.enum(contentTypes, invalid('input.invalid')), id: z.string() })

/** Unknown values are ignored. */
export const listInput = z.object({
  about: z.enum(takedownListNames).catch('all').default('all'),
  /** The username of an owner. Empty for all owners. */
  owner: z.string().trim().max(100).catch('').default(''),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

export type TakedownFilter = z.output<typeof listInput>
