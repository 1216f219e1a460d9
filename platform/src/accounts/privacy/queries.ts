import { sql } from 'kysely'
import { type Audience, type Privacy, type PrivacySetting, privacySettings } from './rules.ts'
import type { PrivacyColumn } from './tables.ts'

const columnOf = (setting: PrivacySetting): PrivacyColumn => `privacy_${setting}`

/** Columns with the settings, for queries with the table `users`. */
export const privacyColumns = privacySettings.map((setting) => `users.${columnOf(setting)}` as const)

/** The settings in a row of `users`. */
export type PrivacyRow = Record<PrivacyColumn, Audience>

export const privacyOf = (row: PrivacyRow): Privacy => ({
  online: row.privacy_online,
  playing: row.privacy_playing,
  joinable: row.privacy_joinable,
  requests: row.privacy_requests,
  follows: row.privacy_follows,
  comments: row.privacy_comments,
  inventory: row.privacy_inventory,
  friends: row.privacy_friends,
})

/** Returns the columns in which these settings are stored. */
export const storedPrivacy = (
  settings: Partial<Record<PrivacySetting, Audience | undefined>>,
): Partial<PrivacyRow> =>
  Object.fromEntries(
    privacySettings.flatMap((setting) => {
      const audience = settings[setting]
      return audience === undefined ? [] : [[columnOf(setting), audience]]
    }),
  )

/** SQL condition for frequent statements: `may` lets friends see what the user plays. */
export const friendsSeePlaying = sql<boolean>`(users.privacy_online <> 'Nobody' and users.privacy_playing <> 'Nobody')`
