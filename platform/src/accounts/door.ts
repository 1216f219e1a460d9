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
