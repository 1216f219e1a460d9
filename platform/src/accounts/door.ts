import { hour, minute } from '@baseplate/service/clock'
import type { Job } from '../foundation/jobs.ts'
import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { createWork } from './attacks/work.ts'
import type {} from './audit/tables.ts'
import type {} from './blocks/tables.ts'
import { createEmailLinks, type EmailLinks } from './emails/email-links.ts'
import { removeOldEmailLinks } from './emails/queries.ts'
import { createEmailLimit } from './emails/send-link.ts'
import type {} from './exports/tables.ts'
import { createCodeLimit } from './factors/codes.ts'
import type {} from './factors/tables.ts'
import { createTotpKey, type TotpKey } from './factors/totp-key.ts'
import type {} from './leaving/tables.ts'
import { sweepFormerNames } from './names/queries.ts'
import type {} from './names/tables.ts'
import { sweepChallenges } from './passkeys/challenges.ts'
import { createPasskeyLimit } from './passkeys/sign-in.ts'
import type {} from './passkeys/tables.ts'
import { createRecovery, type Recovery } from './passwords/recovery.ts'
import { removeOldRecoveryLinks } from './passwords/recovery-links.ts'
import { createRecoveryLimit } from './passwords/request-recovery.ts'
import type {} from './privacy/tables.ts'
import { createProviderClient, type ProviderClient } from './providers/client.ts'
import { sweepProviderRequests } from './providers/requests.ts'
import { createProviderLimit } from './providers/sign-in.ts'
import type {} from './providers/tables.ts'
import { createRegistrationLimit, type RegistrationLimit } from './registration/registration-limit.ts'
import { removeOldSecurityLinks } from './security-links/queries.ts'
import { sweepPasswordAttempts } from './sessions/attempts-in-database.ts'
import { forgetLoginAddresses } from './sessions/login-addresses.ts'
import { forgetLoginDevices } from './sessions/login-devices.ts'
import { createPasswordAttempts, type PasswordAttempts } from './sessions/password-attempts.ts'
import { sweepPendingSignIns } from './sessions/pending-sign-ins.ts'
import { createSessionPlaces, type SessionPlaces } from './sessions/session-places.ts'
import { removeExpiredSessions } from './sessions/sessions.ts'
import type {} from './standing/tables.ts'
import type {} from './tables.ts'
import { createTokenLimit } from './tokens/manage-tokens.ts'
import { removeExpiredTokens } from './tokens/queries.ts'
import type {} from './tokens/tables.ts'
import { createTokenBudgets, type TokenBudgets } from './tokens/token-budget.ts'

export type { Challenge } from './attacks/challenges.ts'
export { WorkRequired } from './attacks/work.ts'
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
export { hideDescription, showDescription } from './description-visibility.ts'
export { changeEmail } from './emails/change-email.ts'
export { confirmEmail, viewEmailLink } from './emails/confirm-email.ts'
export { listMailedAddresses } from './emails/mailed-addresses.ts'
export { requireVerifiedEmail, type Verifying } from './emails/require-verified.ts'
export { cancelEmailChange, sendEmailLink, viewEmail } from './emails/send-link.ts'
export { deleteSessions } from './end-access.ts'
export { eraseAccount, redactAudit } from './erase.ts'
export { eraseExport } from './exports/erase.ts'
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
export { type Proved, prove } from './factors/prove.ts'
export { findAnyTotpSecret, findFactors, hasTotpSecrets } from './factors/queries.ts'
export { countRecoveryCodes } from './factors/recovery-codes.ts'
export { removeAllFactors, removeTotp } from './factors/remove-factors.ts'
export { renewRecoveryCodes } from './factors/renew-recovery-codes.ts'
export { confirmTotp, setUpTotp, viewTotpSetup } from './factors/set-up-totp.ts'
export { createTotpKey } from './factors/totp-key.ts'
export { deleteAccountInput, initialAccountInput, loginInput, userInput } from './input.ts'
export {
  addDeparture,
  beginErasure,
  cancelDeparture,
  eraseAgain,
  erasedIdHash,
  findDeparture,
  isLeaving,
  listDueDepartures,
  listErasedHashes,
  listUserIdsAfter,
} from './leaving/queries.ts'
export { listUsers } from './list-users.ts'
export { findPresentName } from './names/queries.ts'
export { rename, viewNextRename } from './names/rename.ts'
export { beginPasskeyOrProof, finishPasskeyOrProof } from './passkeys/add-or-prove.ts'
export { removePasskey, renamePasskey } from './passkeys/change-passkeys.ts'
export { listPasskeys } from './passkeys/queries.ts'
export { relyingPartyOf } from './passkeys/relying-party.ts'
export { beginSignIn, signInWithPasskey } from './passkeys/sign-in.ts'
export { changePassword } from './passwords/change-password.ts'
export { isLeakedPassword } from './passwords/leaked-passwords.ts'
export type { OwnWebhooks } from './passwords/other-access.ts'
export { suggestPassphrase } from './passwords/password-advice.ts'
export { countQueuedHashes, hashPassword } from './passwords/password-hash.ts'
export { addRecoveryLink, endRecoveryLinks } from './passwords/recovery-links.ts'
export { requestRecovery } from './passwords/request-recovery.ts'
export { resetPassword, viewRecoveryLink } from './passwords/reset-password.ts'
export { setPassword } from './passwords/set-password.ts'
export { permitModeratingContent, whyNotModerateContent } from './permit-moderating.ts'
export { looksThrough, recordLookThrough } from './privacy/look-through.ts'
export { friendsSeePlaying, type PrivacyRow, privacyColumns, privacyOf } from './privacy/queries.ts'
export { updatePrivacy, viewPrivacy } from './privacy/update.ts'
export { dropWaitingIdentity, linkIdentity, unlinkIdentity } from './providers/link.ts'
export { viewSignInWays } from './providers/queries.ts'
export { registerWithIdentity } from './providers/register.ts'
export { beginProviderSignIn, finishProviderSignIn } from './providers/sign-in.ts'
export { findWaitingIdentity } from './providers/waiting-identities.ts'
export {
  countOtherAdministrators,
  countUsers,
  findUser,
  findUserByName,
  findUserId,
  hasAccounts,
  isAboveUserLevel,
  lockUser,
  lockUsers,
  noSuchUser,
  requireByUsername,
  requireOwnAccount,
  requireUser,
} from './queries.ts'
export type { Adding } from './registration/create-account.ts'
export { createUser } from './registration/create-user.ts'
export { permitFirstAccount, register, registerInitialAccount } from './registration/register.ts'
export {
  createRegistrationKey,
  disableRegistrationKey,
  exportRegistrationKeys,
  listRegistrationKeys,
} from './registration/registration-keys.ts'
export { findSetupLink, forgetSetupSecret, maySetUp, setupSecretOf } from './registration/setup-secret.ts'
export type { SecurityNotice } from './security-events.ts'
export { addSecurityLink } from './security-links/queries.ts'
export { secureAccount, viewSecurityLink } from './security-links/secure-account.ts'
export type { Recipient, SecurityNotices } from './security-notices.ts'
export { forgetPasswordAttempts } from './sessions/attempts-in-database.ts'
export { completeSignIn, SecondFactorRequired } from './sessions/complete-sign-in.ts'
export { type Confirming, confirmPassword } from './sessions/confirm-password.ts'
export { deviceName, formatDevice, parseDevice, readDeviceName } from './sessions/device-name.ts'
export { endAllSessions, endOneSession, endSession } from './sessions/end-sessions.ts'
export { login } from './sessions/login.ts'
export { listRecentLogins } from './sessions/login-addresses.ts'
export { findPendingSignIn } from './sessions/pending-sign-ins.ts'
export {
  countSessions,
  findFirstHash,
  listLastSeen,
  listLiveSessions,
  listOpenSessions,
} from './sessions/queries.ts'
export { rotateDueSession } from './sessions/rotate-session.ts'
export { type Device, listSessions, type SessionWatch, useSession } from './sessions/sessions.ts'
export { setPermissionLevel } from './set-permission-level.ts'
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
export { requireStorage, viewStorage } from './storage/quota.ts'
export { createToken, listTokens, revokeToken } from './tokens/manage-tokens.ts'
export type { Budget } from './tokens/token-budget.ts'
export { useToken } from './tokens/use-token.ts'
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

/** Parts that the domain adds to the running platform. */
export interface Accounts {
  emailLinks: EmailLinks
  recovery: Recovery
  totpKey: TotpKey
  providerClient: ProviderClient
  sessionPlaces: SessionPlaces
  passwordAttempts: PasswordAttempts
  codeLimit: Limit
  emailLimit: Limit
  passkeyLimit: Limit
  providerLimit: Limit
  registrationLimit: RegistrationLimit
  recoveryLimit: Limit
  tokenLimit: Limit
  tokenBudgets: TokenBudgets
}

export function openAccounts(services: Services): Accounts {
  const { config, limitCounts: counts, log, now } = services
  const working = { ...services, work: createWork(services) }
  const recovery = createRecovery(services)
  if (config.Registration.Emails && !recovery.available)
    log.warn('Registration.Emails is on, but Email.Host is not set: nobody can recover a lost password')
  return {
    emailLinks: createEmailLinks(services),
    recovery,
    totpKey: createTotpKey(services),
    providerClient: createProviderClient(services),
    sessionPlaces: createSessionPlaces(services),
    passwordAttempts: createPasswordAttempts(working),
    codeLimit: createCodeLimit(counts),
    emailLimit: createEmailLimit(counts),
    passkeyLimit: createPasskeyLimit(counts),
    providerLimit: createProviderLimit(counts),
    registrationLimit: createRegistrationLimit(working),
    recoveryLimit: createRecoveryLimit(counts),
    tokenLimit: createTokenLimit(counts),
    tokenBudgets: createTokenBudgets(counts, now, config.Limits.TokenRequestsPerMinute),
  }
}

export const startAccountJobs = (platform: Services): Job[] => {
  const { sharedJobs: shared } = platform
  return [
    shared.start('remove expired sessions', hour, sweepOf(platform, removeExpiredSessions)),
    shared.start('remove expired access tokens', hour, sweepOf(platform, removeExpiredTokens)),
    shared.start('remove old recovery links', hour, sweepOf(platform, removeOldRecoveryLinks)),
    shared.start('release former usernames', hour, sweepOf(platform, sweepFormerNames)),
    shared.start('remove old email links', hour, sweepOf(platform, removeOldEmailLinks)),
    shared.start('remove old security links', hour, sweepOf(platform, removeOldSecurityLinks)),
    shared.start('forget login addresses', hour, sweepOf(platform, forgetLoginAddresses)),
    shared.start('forget login devices', hour, sweepOf(platform, forgetLoginDevices)),
    shared.start('sweep pending sign-ins', hour, () => sweepPendingSignIns(platform)),
    shared.start('sweep passkey challenges', hour, () => sweepChallenges(platform)),
    shared.start('sweep requests to identity providers', hour, () => sweepProviderRequests(platform)),
    shared.start('sweep password attempts', 10 * minute, () => sweepPasswordAttempts(platform)),
  ]
}
