import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { findSecret } from './queries.ts'
import { readOrMakeSecret, readSecret } from './secret-file.ts'

/** Reads a secret. Makes it first if it is missing. Processes that start at once use the same secret. */
export async function findOrMakeSecret(db: Db, name: string, make: () => Promise<string>): Promise<string> {
  const found = await findSecret(db, name)
  if (found !== undefined) return found
  const made = { name, value: await make(), created: Date.now() }
  await db
    .insertInto('installation_secrets')
    .values(made)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSecret(db, name)) ?? made.value
}

/**
 * Reads a secret that all processes share: a row of PostgreSQL, or a file in `keys` of the data directory. Makes it first if it is
 * missing. A row takes over the secret of the file, so that it survives a move to PostgreSQL.
 */
export function findOrMakeInstallationSecret(
  { db, config }: { db: Db; config: Pick<Config, 'dataDirectory'> },
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const path = join(config.dataDirectory, 'keys', name)
  if (!isPostgres(db)) return readOrMakeSecret(path, make)
  return findOrMakeSecret(db, `${name}-key`, async () => (await readSecret(path)) ?? make())
}

/** Removes a secret that `findOrMakeInstallationSecret` has made, wherever it is. */
export async function removeInstallationSecret(
  { db, config }: { db: Db; config: Pick<Config, 'dataDirectory'> },
  name: string,
): Promise<void> {
  if (isPostgres(db)) await db.deleteFrom('installation_secrets').where('name', '=', `${name}-key`).execute()
  await rm(join(config.dataDirectory, 'keys', name), { force: true })
}

/**
 * Puts a secret in the place of another one, and keeps that under a third name.
 *
 * @returns the new current secret; undefined when one of both is missing.
 */
export const swapSecrets = (
  db: Db,
  { current, successor, retired }: { current: string; successor: string; retired: string },
): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const value = await findSecret(trx, successor)
    const rename = (from: string, to: string) =>
      trx.updateTable('installation_secrets').set({ name: to }).where('name', '=', from).executeTakeFirst()
    if (value === undefined || (await rename(current, retired)).numUpdatedRows === 0n) return undefined
    await rename(successor, current)
    return value
  })
