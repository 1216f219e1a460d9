import type { Kysely } from 'kysely'
import { createAccounts } from './initial/accounts.ts'
import { createAssets } from './initial/assets.ts'
import { createAvatars } from './initial/avatars.ts'
import { createCatalog } from './initial/catalog.ts'
import { createModeration } from './initial/moderation.ts'
import { createMoney } from './initial/money.ts'
import { createNameSearch } from './initial/name-search.ts'
import { createNotifications } from './initial/notifications.ts'
import { createOperations } from './initial/operations.ts'
import { createPeople } from './initial/people.ts'
import { createPlaces } from './initial/places.ts'
import { createPreviews } from './initial/previews.ts'
import { createStorage } from './initial/storage.ts'

/**
 * Creates every table of the first release. Times and sizes are `bigint`, because PostgreSQL's `integer` has 32 bits; SQLite gives
 * both types the same affinity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db)
  await createPeople(db)
  await createPlaces(db)
  await createAssets(db)
  await createAvatars(db)
  await createPreviews(db)
  await createMoney(db)
  await createModeration(db)
  await createNotifications(db)
  await createOperations(db)
  await createNameSearch(db)
  await createCatalog(db)
  await createStorage(db)
}
