import { z } from 'zod'
import { requiredReason } from '../../foundation/form-values.ts'
import { formIdInput, invalid } from '../../foundation/input.ts'
import { groupNameInput } from '../../people/door.ts'
import { contentTypes, profileParts, takedownListNames } from './rules.ts'

/** The address of the page names the content. */
const numbered = z.object({ id: z.number() })

/** Putting a place back takes nothing from its owner and needs no reason. */
export const moderatePlaceInput = numbered.and(
  z.discriminatedUnion(
    'visibility',
    [
      z.object({
        visibility: z.literal('Moderated'),
        reason: requiredReason,
      }),
      z.object({ visibility: z.literal('Visible') }),
    ],
    invalid('moderation.visibility_missing'),
  ),
)

/** Hex SHA-256 of the file that the moderator saw. */
const file = z.string().optional()

/** Showing an asset takes nothing from its creator and needs no reason. */
export const moderateAssetInput = numbered.and(
  z.discriminatedUnion(
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
  ),
)

/** Moderators say why they remove a post or a comment. */
export const removeInput = z.object({ reason: requiredReason })

/** Authors need no reason to delete what they wrote, so `removeInput` reads it once it is known who asks. */
const reasonOfModerators = z.string().optional()

export const deletePostInput = formIdInput.extend({ reason: reasonOfModerators })

const comment = { commentId: z.string().default(''), reason: reasonOfModerators }

/** A comment on an item or a game. */
export const deleteCommentInput = numbered.extend(comment)

/** A comment on the wall of a group. */
export const deleteWallCommentInput = groupNameInput.extend(comment)

/** The text of a profile that a form is about. */
export const profilePartInput = z.object({
  username: z.string(),
  part: z.enum(profileParts, invalid('input.invalid')),
})

export const removeProfileTextInput = profilePartInput.extend({ reason: requiredReason })

export const closeGroupInput = groupNameInput.extend({ reason: requiredReason })

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
