import { z } from 'zod'
import { accountsConfig } from '../accounts/config.ts'
import { assetsConfig } from '../assets/config.ts'
import { avatarsConfig } from '../avatars/config.ts'
import { badgesConfig } from '../badges/config.ts'
import { foundationConfig } from '../foundation/config/groups.ts'
import { gameDataConfig } from '../game-data/config.ts'
import { moderationConfig } from '../moderation/config.ts'
import { moneyConfig } from '../money/config.ts'
import { notificationsConfig } from '../notifications/config.ts'
import { operationsConfig } from '../operations/config.ts'
import { peopleConfig, peopleLimits } from '../people/config.ts'
import { placesConfig, placesLimits } from '../places/config.ts'
import { renderingConfig } from '../rendering/config.ts'
import { signInConfig, signInLimits } from '../sign-in/config.ts'
import { socialConfig, socialLimits } from '../social/config.ts'
import { webhooksConfig } from '../webhooks/config.ts'

const limits = z
  .strictObject({ ...socialLimits, ...placesLimits, ...peopleLimits, ...signInLimits })
  .prefault({})

/** The operator's configuration. Doc comments of keys become docs/reference/configuration-keys.md. */
export const configSchema = z.strictObject({
  ...foundationConfig,
  /** Limits per user or access token. Beyond them, requests get 429. */
  Limits: limits,
  ...accountsConfig,
  ...signInConfig,
  ...notificationsConfig,
  ...webhooksConfig,
  ...socialConfig,
  ...moneyConfig,
  ...renderingConfig,
  ...placesConfig,
  ...gameDataConfig,
  ...badgesConfig,
  ...peopleConfig,
  ...assetsConfig,
  ...avatarsConfig,
  ...moderationConfig,
  ...operationsConfig,
})

/** The type of the object that `baseplate.config.ts` exports. */
export type ConfigInput = z.input<typeof configSchema>
