import { hour, minute } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { sweepPasswordAttempts } from './attacks/attempt-book.ts'
import { createPasswordAttempts, type PasswordAttempts } from './attacks/password-attempts.ts'
import { createWork } from './attacks/work.ts'
import { sweepClientTickets } from './client-tickets/queries.ts'
import { createEmailLimit } from './emails/send-link.ts'
import { exports } from './export.ts'
import { createCodeLimit } from './factors/codes.ts'
import type {} from './factors/tables.ts'
import { createTotpKey, type TotpKey } from './factors/totp-key.ts'
import { createEmailLinks, type EmailLinks } from './links/email-links.ts'
import { removeOldEmailLinks } from './links/queries.ts'
import { removeOldRecoveryLinks } from './links/recovery-links.ts'
import { sweepChallenges } from './passkeys/challenges.ts'
import { createPasskeyLimit } from './passkeys/sign-in.ts'
import type {} from './passkeys/tables.ts'
import { createProviderClient, type ProviderClient } from './providers/client.ts'
import { sweepProviderRequests } from './providers/requests.ts'
import { createProviderLimit } from './providers/sign-in.ts'
import type {} from './providers/tables.ts'
import { createRecovery, type Recovery } from './recovery/recovery.ts'
import { createRecoveryLimit } from './recovery/request-recovery.ts'
import { createRegistrationLimit, type RegistrationLimit } from './registration/registration-limit.ts'
import { removeOldSecurityLinks } from './security-links/queries.ts'
import { forgetLoginAddresses } from './sessions/login-addresses.ts'
import { forgetLoginDevices } from './sessions/login-devices.ts'
import { sweepPendingSignIns } from './sessions/pending-sign-ins.ts'
import { createSessionPlaces, type SessionPlaces } from './sessions/session-places.ts'
import { removeExpiredSessions } from './sessions/sessions.ts'
import type {} from './tables.ts'
import { createTokenLimit } from './tokens/manage-tokens.ts'
import { removeExpiredTokens } from './tokens/queries.ts'
import type {} from './tokens/tables.ts'
import { createTokenBudgets, type TokenBudgets } from './tokens/token-budget.ts'

export { changePassword } from './access/change-password.ts'
export { deleteSessions } from './access/end-access.ts'
export { endAllSessions, endOneSession, endSession } from './access/end-sessions.ts'
export { setPermissionLevel } from './access/set-permission-level.ts'
export { forgetPasswordAttempts } from './attacks/attempt-book.ts'
export type { Challenge } from './attacks/challenges.ts'
export { WorkRequired } from './attacks/work.ts'
export { issueClientTicket } from './client-tickets/issue.ts'
export { spendClientTicket } from './client-tickets/spend.ts'
export { changeEmail } from './emails/change-email.ts'
export { confirmEmail, viewEmailLink } from './emails/confirm-email.ts'
export { cancelEmailChange, sendEmailLink, viewEmail } from './emails/send-link.ts'
export { type Proved, prove } from './factors/prove.ts'
export { countRecoveryCodes, findAnyTotpSecret, findFactors, hasTotpSecrets } from './factors/queries.ts'
export { removeAllFactors, removeTotp } from './factors/remove-factors.ts'
export { renewRecoveryCodes } from './factors/renew-recovery-codes.ts'
export { confirmTotp, setUpTotp, viewTotpSetup } from './factors/set-up-totp.ts'
export { createTotpKey } from './factors/totp-key.ts'
export { deleteAccountInput, initialAccountInput, linkInput, loginInput } from './input.ts'
export { listMailedAddresses } from './links/mailed-addresses.ts'
export { endRecoveryLinks } from './links/queries.ts'
export { addRecoveryLink } from './links/recovery-links.ts'
export { completeSignIn, SecondFactorRequired } from './login/complete-sign-in.ts'
export { login } from './login/login.ts'
export { beginPasskeyOrProof, finishPasskeyOrProof } from './passkeys/add-or-prove.ts'
export { removePasskey, renamePasskey } from './passkeys/change-passkeys.ts'
export { listPasskeys } from './passkeys/queries.ts'
export { relyingPartyOf } from './passkeys/relying-party.ts'
export { beginSignIn, signInWithPasskey } from './passkeys/sign-in.ts'
export { type Confirming, confirmPassword } from './passwords/confirm-password.ts'
export { isLeakedPassword } from './passwords/leaked-passwords.ts'
export { suggestPassphrase } from './passwords/password-advice.ts'
export { countQueuedHashes, hashPassword } from './passwords/password-hash.ts'
export { setPassword } from './passwords/set-password.ts'
export { dropWaitingIdentity, linkIdentity, unlinkIdentity } from './providers/link.ts'
export { viewSignInWays } from './providers/queries.ts'
export { registerWithIdentity } from './providers/register.ts'
export { providerLifetime } from './providers/rules.ts'
export { beginProviderSignIn, finishProviderSignIn } from './providers/sign-in.ts'
export { findWaitingIdentity } from './providers/waiting-identities.ts'
export type { OwnWebhooks } from './recovery/other-access.ts'
export { requestRecovery } from './recovery/request-recovery.ts'
export { resetPassword, viewRecoveryLink } from './recovery/reset-password.ts'
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
export { addSecurityLink } from './security-links/queries.ts'
export { secureAccount, viewSecurityLink } from './security-links/secure-account.ts'
export { listRecentLogins } from './sessions/login-addresses.ts'
export {
  countSessions,
  findFirstHash,
  findPendingSignIn,
  listLastSeen,
  listLiveSessions,
  listOpenSessions,
} from './sessions/queries.ts'
export { rotateDueSession } from './sessions/rotate-session.ts'
export { deviceName, formatDevice, parseDevice, readDeviceName } from './sessions/rules.ts'
export { type Device, listSessions, type SessionWatch, useSession } from './sessions/sessions.ts'
export { createToken, listTokens, revokeToken } from './tokens/manage-tokens.ts'
export type { Budget } from './tokens/token-budget.ts'
export { useToken } from './tokens/use-token.ts'

/** Parts that the domain adds to the running platform. */
export interface SignIn {
  emailLinks: EmailLinks
  recovery: Recovery
  totpKey: TotpKey
  providerClient: ProviderClient
  sessionPlaces: SessionPlaces
  passwordAttempts: PasswordAttempts
  registrationLimit: RegistrationLimit
  tokenBudgets: TokenBudgets
}

function open(services: Services): SignIn {
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
    registrationLimit: createRegistrationLimit(working),
    tokenBudgets: createTokenBudgets(counts, now, config.Limits.TokenRequestsPerMinute),
  }
}

const startJobs = (platform: Services) => {
  const { sharedJobs: shared } = platform
  return [
    shared.start('remove expired sessions', hour, sweepOf(platform, removeExpiredSessions)),
    shared.start('remove expired access tokens', hour, sweepOf(platform, removeExpiredTokens)),
    shared.start('remove old recovery links', hour, sweepOf(platform, removeOldRecoveryLinks)),
    shared.start('remove old email links', hour, sweepOf(platform, removeOldEmailLinks)),
    shared.start('remove old security links', hour, sweepOf(platform, removeOldSecurityLinks)),
    shared.start('forget login addresses', hour, sweepOf(platform, forgetLoginAddresses)),
    shared.start('forget login devices', hour, sweepOf(platform, forgetLoginDevices)),
    shared.start('sweep pending sign-ins', hour, () => sweepPendingSignIns(platform)),
    shared.start('sweep client tickets', hour, () => sweepClientTickets(platform)),
    shared.start('sweep passkey challenges', hour, () => sweepChallenges(platform)),
    shared.start('sweep requests to identity providers', hour, () => sweepProviderRequests(platform)),
    shared.start('sweep password attempts', 10 * minute, () => sweepPasswordAttempts(platform)),
  ]
}

export const door = {
  open,
  limits: ({ limitCounts: counts }: Services) => ({
    codeLimit: createCodeLimit(counts),
    emailLimit: createEmailLimit(counts),
    passkeyLimit: createPasskeyLimit(counts),
    providerLimit: createProviderLimit(counts),
    recoveryLimit: createRecoveryLimit(counts),
    tokenLimit: createTokenLimit(counts),
  }),
  jobs: startJobs,
  exports,
} satisfies Door<Services>
