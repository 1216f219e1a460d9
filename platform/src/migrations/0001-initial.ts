import type { Kysely } from 'kysely'
import { createAccounts } from './initial/accounts.ts'
import { createAssets } from './initial/assets.ts'
import { createAvatars } from './initial/avatars.ts'
import { createCatalog } from './initial/catalog.ts'
import { createCollections } from './initial/collections.ts'
import { createComments } from './initial/comments.ts'
import { createFoundation } from './initial/foundation.ts'
import { createModeration } from './initial/moderation.ts'
import { createMoney } from './initial/money.ts'
import { createNotifications } from './initial/notifications.ts'
import { createOperations } from './initial/operations.ts'
import { createParties } from './initial/parties.ts'
import { createPeople } from './initial/people.ts'
import { createPlaces } from './initial/places.ts'
import { createPlaying } from './initial/playing.ts'
import { createRendering } from './initial/rendering.ts'
import { createSearch } from './initial/search.ts'
import { createSignIn } from './initial/sign-in.ts'
import { createSocial } from './initial/social.ts'
import { createStorage } from './initial/storage.ts'
import { createWebhooks } from './initial/webhooks.ts'

/**
 * Creates every table of the first release, domain by domain. Times, amounts and large sizes are `bigint`, because PostgreSQL's
 * `integer` has 32 bits; SQLite gives both types the same affinity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFoundation(db)
  await createAccounts(db)
  await createSignIn(db)
  await createNotifications(db)
  await createWebhooks(db)
  await createSocial(db)
  await createMoney(db)
  await createPlaces(db)
  await createPlaying(db)
  await createPeople(db)
  await createParties(db)
  await createAssets(db)
  await createCollections(db)
  await createCatalog(db)
  await createAvatars(db)
  await createRendering(db)
  await createComments(db)
  await createSearch(db)
  await createModeration(db)
  await createOperations(db)
  await createStorage(db)
}
