import type { Migrations } from '../foundation/database/migrate.ts'
<<<<<<< HEAD
import * as initialSchema from './0001-initial-schema.ts'
=======
import * as accountsAndPlaces from './0001-accounts-and-places.ts'
import * as assets from './0002-assets.ts'
import * as avatarsFlagsMedia from './0003-avatars-flags-media.ts'
import * as social from './0004-social.ts'
import * as notifications from './0005-notifications.ts'
import * as standing from './0006-standing.ts'
import * as recovery from './0007-recovery.ts'
import * as posts from './0008-posts.ts'
import * as userSearch from './0009-user-search.ts'
import * as placeFiles from './0010-place-files.ts'
import * as placeThumbnails from './0011-place-thumbnails.ts'
import * as placeLists from './0012-place-lists.ts'
import * as catalog from './0013-catalog.ts'
import * as renders from './0014-renders.ts'
import * as creations from './0015-creations.ts'
import * as reports from './0016-reports.ts'
import * as appeals from './0017-appeals.ts'
import * as samples from './0018-samples.ts'
import * as banners from './0019-banners.ts'
import * as replacedFiles from './0020-replaced-files.ts'
import * as previews from './0022-previews.ts'
import * as catalogOrder from './0023-catalog-order.ts'
import * as moderatedGroups from './0024-moderated-groups.ts'
import * as reviews from './0025-reviews.ts'
import * as treasury from './0026-treasury.ts'
import * as heardServers from './0027-heard-servers.ts'
import * as groupNames from './0028-group-names.ts'
import * as nameParts from './0029-name-parts.ts'
import * as accountOrder from './0030-account-order.ts'
import * as paymentRetries from './0031-payment-retries.ts'
import * as serverRuns from './0035-server-runs.ts'
import * as takedowns from './0037-takedowns.ts'
import * as auditSubjects from './0038-audit-subjects.ts'
import * as seats from './0039-seats.ts'
import * as storage from './0040-storage.ts'
import * as incompleteRenders from './0043-incomplete-renders.ts'
import * as assetReferences from './0044-asset-references.ts'
import * as previewTable from './0045-preview-table.ts'
import * as creationReferences from './0046-creation-references.ts'
>>>>>>> a249891 (Give previews a table of their own and move the render queue's pages to operations)

/** All migrations, applied in the order of their names. A released migration is never changed. */
export const migrations: Migrations = {
<<<<<<< HEAD
  '0001-initial-schema': initialSchema,
=======
  '0001-accounts-and-places': accountsAndPlaces,
  '0002-assets': assets,
  '0003-avatars-flags-media': avatarsFlagsMedia,
  '0004-social': social,
  '0005-notifications': notifications,
  '0006-standing': standing,
  '0007-recovery': recovery,
  '0008-posts': posts,
  '0009-user-search': userSearch,
  '0010-place-files': placeFiles,
  '0011-place-thumbnails': placeThumbnails,
  '0012-place-lists': placeLists,
  '0013-catalog': catalog,
  '0014-renders': renders,
  '0015-creations': creations,
  '0016-reports': reports,
  '0017-appeals': appeals,
  '0018-samples': samples,
  '0019-banners': banners,
  '0020-replaced-files': replacedFiles,
  '0022-previews': previews,
  '0023-catalog-order': catalogOrder,
  '0024-moderated-groups': moderatedGroups,
  '0025-reviews': reviews,
  '0026-treasury': treasury,
  '0027-heard-servers': heardServers,
  '0028-group-names': groupNames,
  '0029-name-parts': nameParts,
  '0030-account-order': accountOrder,
  '0031-payment-retries': paymentRetries,
  '0035-server-runs': serverRuns,
  '0037-takedowns': takedowns,
  '0038-audit-subjects': auditSubjects,
  '0039-seats': seats,
  '0040-storage': storage,
  '0043-incomplete-renders': incompleteRenders,
  '0044-asset-references': assetReferences,
  '0045-preview-table': previewTable,
  '0046-creation-references': creationReferences,
>>>>>>> a249891 (Give previews a table of their own and move the render queue's pages to operations)
}

/** Tables of SQLite's search index, which finds accounts by number. A copy to PostgreSQL leaves them out. */
export const sqliteOnlyTables: readonly string[] = ['user_numbers']
