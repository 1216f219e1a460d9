import { type Actor, permissionLevel } from '../../../accounts/rules.ts'
import type { Config } from '../../../foundation/config/schema.ts'

/** Pictures wait here under names of their own, so that no public address leads to them. */
export const waitingPicturesFolder = 'waiting-pictures'

export const waitingPictureName = (id: string) => `${waitingPicturesFolder}/${id}.avif`

/** Name of a waiting picture in the export of an account. */
export const waitingPictureExport = (id: string) => `waiting-for-review/${id}.avif`

/** Whether pictures that the actor uploads wait for review. As with items, those of reviewers do not. */
export const waitsForReview = ({ Moderation }: Pick<Config, 'Moderation'>, actor: Actor): boolean =>
  Moderation.ReviewPictures && actor.permissionLevel < permissionLevel.catalogManager
