import type { Migrations } from '../foundation/database/migrate.ts'
import * as initialSchema from './0001-initial-schema.ts'
import * as finding from './0002-finding.ts'
import * as gamePages from './0003-game-pages.ts'
import * as dressing from './0004-dressing.ts'
import * as siteIdentity from './0005-site-identity.ts'
import * as parties from './0006-parties.ts'
import * as people from './0007-people.ts'
import * as partyBar from './0008-party-bar.ts'
import * as limits from './0009-limits.ts'
import * as groupPages from './0010-group-pages.ts'
import * as objectStorage from './0011-object-storage.ts'
import * as profileTakedowns from './0012-profile-takedowns.ts'
import * as pictureHashes from './0013-picture-hashes.ts'
import * as installationSecrets from './0014-installation-secrets.ts'
import * as playedTime from './0015-played-time.ts'
import * as jobs from './0016-jobs.ts'
import * as outbox from './0017-outbox.ts'
import * as creationDrafts from './0018-creation-drafts.ts'
import * as wishes from './0019-wishes.ts'
import * as memberGames from './0020-member-games.ts'
import * as privateLinks from './0021-private-links.ts'
import * as backups from './0022-backups.ts'
import * as blocksAndPrivacy from './0023-blocks-and-privacy.ts'
import * as secondFactors from './0024-second-factors.ts'
import * as sessionTokens from './0025-session-tokens.ts'
import * as emailLinks from './0026-email-links.ts'
import * as identityProviders from './0027-identity-providers.ts'
import * as notificationSettings from './0029-notification-settings.ts'
import * as pushSubscriptions from './0030-push-subscriptions.ts'
import * as formerUsernames from './0031-former-usernames.ts'
import * as departures from './0032-departures.ts'
import * as accessTokens from './0034-access-tokens.ts'
import * as accountExports from './0035-account-exports.ts'
import * as webhooks from './0036-webhooks.ts'
import * as uploads from './0038-uploads.ts'
import * as postFeeds from './0039-post-feeds.ts'
import * as statistics from './0040-statistics.ts'
import * as contactSettings from './0041-contact-settings.ts'

/** All migrations, applied in the order of their names. A released migration is never changed. */
export const migrations: Migrations = {
  '0001-initial-schema': initialSchema,
  '0002-finding': finding,
  '0003-game-pages': gamePages,
  '0004-dressing': dressing,
  '0005-site-identity': siteIdentity,
  '0006-parties': parties,
  '0007-people': people,
  '0008-party-bar': partyBar,
  '0009-limits': limits,
  '0010-group-pages': groupPages,
  '0011-object-storage': objectStorage,
  '0012-profile-takedowns': profileTakedowns,
  '0013-picture-hashes': pictureHashes,
  '0014-installation-secrets': installationSecrets,
  '0015-played-time': playedTime,
  '0016-jobs': jobs,
  '0017-outbox': outbox,
  '0018-creation-drafts': creationDrafts,
  '0019-wishes': wishes,
  '0020-member-games': memberGames,
  '0021-private-links': privateLinks,
  '0022-backups': backups,
  '0023-blocks-and-privacy': blocksAndPrivacy,
  '0024-second-factors': secondFactors,
  '0025-session-tokens': sessionTokens,
  '0026-email-links': emailLinks,
  '0027-identity-providers': identityProviders,
  '0029-notification-settings': notificationSettings,
  '0030-push-subscriptions': pushSubscriptions,
  '0031-former-usernames': formerUsernames,
  '0032-departures': departures,
  '0034-access-tokens': accessTokens,
  '0035-account-exports': accountExports,
  '0036-webhooks': webhooks,
  '0038-uploads': uploads,
  '0039-post-feeds': postFeeds,
  '0040-statistics': statistics,
  '0041-contact-settings': contactSettings,
}

/** Tables of SQLite's search index, which finds accounts by number. A copy to PostgreSQL leaves them out. */
export const sqliteOnlyTables: readonly string[] = ['user_numbers']
