import { createWork } from './accounts/attacks/work.ts'
import { createEmailLimit } from './accounts/emails/send-link.ts'
import { createCodeLimit } from './accounts/factors/codes.ts'
import { createPasskeyLimit } from './accounts/passkeys/sign-in.ts'
import { createRecoveryLimit } from './accounts/passwords/request-recovery.ts'
import { createProviderLimit } from './accounts/providers/sign-in.ts'
import {
  createRegistrationLimit,
  type RegistrationLimit,
} from './accounts/registration/registration-limit.ts'
import { createPasswordAttempts, type PasswordAttempts } from './accounts/sessions/password-attempts.ts'
import { createTokenLimit } from './accounts/tokens/manage-tokens.ts'
import { createTokenBudgets, type TokenBudgets } from './accounts/tokens/token-budget.ts'
import { createCreationLimit } from './assets/creating/create.ts'
import { createFigureItems } from './assets/pictures/figure-items.ts'
import { createCommentLimit } from './comments/write.ts'
import { createFileForms } from './foundation/file-forms.ts'
import type { Limit } from './foundation/limits.ts'
import type { SharedSlots } from './foundation/slots.ts'
import { createUserLimits, type UserLimits } from './foundation/user-limits.ts'
import { createReportLimit } from './moderation/reports/report.ts'
import { createPostLimit } from './people/posts/write.ts'
import { createStylingLimit } from './people/styling/update.ts'
import { createStartLimit } from './places/servers/start-server.ts'
import type { Services } from './services.ts'
import { createWebhookLimit } from './webhooks/manage-webhooks.ts'

/** All rate limits. Each is defined beside the verb that spends it, or in `foundation/user-limits.ts`. */
export interface Limits {
  passwordAttempts: PasswordAttempts
  codeLimit: Limit
  emailLimit: Limit
  passkeyLimit: Limit
  providerLimit: Limit
  registrationLimit: RegistrationLimit
  recoveryLimit: Limit
  commentLimit: Limit
  creationLimit: Limit
  postLimit: Limit
  stylingLimit: Limit
  reportLimit: Limit
  startLimit: Limit
  tokenLimit: Limit
  webhookLimit: Limit
  userLimits: UserLimits
  tokenBudgets: TokenBudgets
  fileForms: SharedSlots
  figureItems: SharedSlots
}

export const createLimits = (services: Services): Limits => {
  const { config, limitCounts: counts, now } = services
  const working = { ...services, work: createWork(services) }
  return {
    passwordAttempts: createPasswordAttempts(working),
    codeLimit: createCodeLimit(counts),
    emailLimit: createEmailLimit(counts),
    passkeyLimit: createPasskeyLimit(counts),
    providerLimit: createProviderLimit(counts),
    registrationLimit: createRegistrationLimit(working),
    recoveryLimit: createRecoveryLimit(counts),
    commentLimit: createCommentLimit(counts),
    creationLimit: createCreationLimit(counts),
    postLimit: createPostLimit(counts),
    stylingLimit: createStylingLimit(counts),
    reportLimit: createReportLimit(counts),
    startLimit: createStartLimit(counts),
    tokenLimit: createTokenLimit(counts),
    webhookLimit: createWebhookLimit(counts),
    userLimits: createUserLimits(counts, config),
    fileForms: createFileForms(),
    figureItems: createFigureItems(),
    tokenBudgets: createTokenBudgets(counts, now, config.Limits.TokenRequestsPerMinute),
  }
}
