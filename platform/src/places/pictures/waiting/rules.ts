import { type Actor, permissionLevel } from '../../../accounts/rules.ts'
import type { Config } from '../../../foundation/config/schema.ts'
import type { OwnFile } from '../../../foundation/exports.ts'

/** Pictures wait here under names of their own, so that no public address leads to them. */
export const waitingPicturesFolder = 'waiting-pictures'

export const waitingPictureName = (id: string) => `${waitingPicturesFolder}/${id}.avif`

/** Returns a waiting picture as the export of an account lists it. */
export const waitingPictureFile = (
  { id, size }: { id: string; size: number },
  takenDown: boolean,
): OwnFile => ({
  name: `waiting-for-review/${id}.avif`,
  stored: waitingPictureName(id),
  size,
  takenDown,
})

/** Whether pictures that the actor uploads wait for review. As with items, those of reviewers do not. */
export const waitsForReview = ({ Moderation }: Pick<Config, 'Moderation'>, actor: Actor): boolean =>
  Moderation.ReviewPictures && actor.permissionLevel < permissionLevel.catalogManager
