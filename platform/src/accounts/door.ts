import { hour } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import type {} from './audit/tables.ts'
import type {} from './blocks/tables.ts'
import type {} from './deletion/tables.ts'
import { exports } from './export.ts'
import { eraseExport } from './exports/erase.ts'
import type {} from './exports/tables.ts'
import { sweepFormerNames } from './names/queries.ts'
import type {} from './names/tables.ts'
import type {} from './privacy/tables.ts'
import type {} from './standing/tables.ts'
import type {} from './tables.ts'

export { actionTexts } from './audit/action-texts.ts'
export { type AuditFilter, findEntry, hadLevelSince, listEntries } from './audit/queries.ts'
export { recordAction } from './audit/record-action.ts'
export type { AuditedAction } from './audit/tables.ts'
export {
  countMarked,
  deleteBlock,
  deleteMute,
  findMarks,
  insertBlock,
  insertMute,
  isAnyBlocked,
  isBlockedBetween,
  isBlockedByAny,
  isReadBy,
  isSilenced,
  listBlocked,
  listMuted,
  type Marks,
  marksBetween,
  marksOf,
} from './blocks/queries.ts'
export { chooseLanguage } from './choose-language.ts'
export {
  addDeletion,
  beginErasure,
  cancelDeletion,
  eraseAgain,
  erasedIdHash,
  findDeletion,
  isDeleted,
  listDueDeletions,
  listErasedHashes,
  listUserIdsAfter,
} from './deletion/queries.ts'
export { hideDescription, showDescription } from './description-visibility.ts'
export { requireVerifiedEmail, type Verifying } from './emails/require-verified.ts'
export { eraseAccount, redactAudit } from './erase.ts'
export {
  changeWaitingExport,
  deleteExpiredExports,
  deleteExports,
  type ExportRow,
  findDueExport,
  listExports,
  listReadyExports,
  withdrawExport,
} from './exports/queries.ts'
export { requestExport } from './exports/request-export.ts'
export { type ExportView, openExport, viewExport } from './exports/view-export.ts'
export { newUsername, userInput } from './input.ts'
export { listUsers } from './list-users.ts'
export { findPresentName, isKeptForAnother } from './names/queries.ts'
export { rename, viewNextRename } from './names/rename.ts'
export { whyNameRefused } from './names/why-name-refused.ts'
export { findByNumber, findByNumbers, type NumberedAccount, numbersOf } from './numbers/queries.ts'
export { permitModeratingContent, whyNotModerateContent } from './permit-moderating.ts'
export { looksThrough, recordLookThrough } from './privacy/look-through.ts'
export {
  friendsSeePlaying,
  type PrivacyRow,
  privacyColumns,
  privacyOf,
  storedPrivacy,
} from './privacy/queries.ts'
export type { PrivacySetting } from './privacy/rules.ts'
export { updatePrivacy, viewPrivacy } from './privacy/update.ts'
export {
  changeUser,
  confirmMailbox,
  countOtherAdministrators,
  countUsers,
  findUser,
  findUserByEmail,
  findUserByName,
  findUserId,
  hasAccounts,
  insertUser,
  isAboveUserLevel,
  type KnownPassword,
  lockIfPasswordUnchanged,
  lockUser,
  lockUsers,
  noSuchUser,
  recordFirstAccount,
  replacePassword,
  requireByUsername,
  requireOwnAccount,
  requireUser,
  type User,
  withdrawUnconfirmedEmail,
} from './queries.ts'
export type { SecurityNotice } from './security-events.ts'
export type { Recipient, SecurityNotices, Tell } from './security-notices.ts'
export {
  endAction,
  findActionInForce,
  findAppealedAction,
  isActionInForce,
  isGone,
  isOpenToAppeal,
  liftAcknowledged,
  selectGone,
  startAction,
} from './standing/queries.ts'
export { accountModerated } from './standing/rules.ts'
export { requireStorage, viewStorage } from './storage/quota.ts'
export { updateProfile, viewProfileSettings } from './update-profile.ts'
export {
  type Access,
  type Fields,
  type FormFile,
  type Operation,
  openUseCase,
  type Sender,
  useCase,
} from './use-case.ts'

export const door = {
  jobs: (platform: Services) => [
    platform.sharedJobs.start('release former usernames', hour, sweepOf(platform, sweepFormerNames)),
  ],
  erase: eraseExport,
  exports,
} satisfies Door<Services>
