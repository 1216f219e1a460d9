import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Migrations } from '@baseplate/storage/database/migrate'
import { openDatabase } from '@baseplate/storage/database/open'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Database } from '../foundation/database.ts'
import { migrations } from '../migrations/all.ts'
import { accountRow } from './account-row.ts'
import { createPostgresDatabase, type DatabaseKind } from './platforms.ts'

const described = { description: '', description_updated: 0, created: 0, updated: 0 }
const named = { name: 'Hat', name_key: 'hat', ...described }
const asset = {
  type: 8,
  visibility: 'Visible',
  file_size: 0,
  file_sha256: '',
  file_md5: '',
  ...named,
} as const
const server = { server_ticket: '', dedicated: 0, server_address: '', server_port: 1, server_ping: 0 }
const place = { max_players: 1, private_server: 0, private_ticket: '', ...named, ...server }
const group = { name: 'Club', name_key: 'club', created: 0, open: 1, member_count: 0 }

/**
 * Opens a database that has had only these migrations. Its users are `anna` and `ben`, and it has assets 1 and 2, and place and
 * group 1. The caller closes it before the next migration.
 */
export async function openEarlier<Schema>(kind: DatabaseKind, known: Migrations) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true }))
  const location =
    kind === 'PostgreSQL' ? { dataDirectory, url: (await createPostgresDatabase()).url } : { dataDirectory }
  const open = <Of>(of: Migrations, at: typeof location = location) =>
    openDatabase<Of>(at, of, pino({ level: 'silent' }))
  const seeded = await open<Database>(known)
  await seed(seeded)
  await seeded.destroy()
  const db = await open<Schema>(known)
  /** Applies all migrations. The database is closed when the test ends. */
  const migrated = async (at?: typeof location) => {
    const after = await open<Database>(migrations, at)
    onTestFinished(() => after.destroy())
    return after
  }
  return { dataDirectory, open, db, migrated }
}

async function seed(db: Kysely<Database>): Promise<void> {
  const users = ['Anna', 'Ben'].map((name) => accountRow(name, { id: name.toLowerCase() }))
  await db.insertInto('users').values(users).execute()
  const assets = [1, 2].map((id) => ({ id, ...asset }))
  await db.insertInto('assets').values(assets).execute()
  await db
    .insertInto('places')
    .values({ id: 1, owner_id: 'anna', ...place })
    .execute()
  await db
    .insertInto('groups')
    .values({ id: 1, owner_id: 'ben', ...group })
    .execute()
}
