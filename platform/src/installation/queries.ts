import type { Db } from '../foundation/database.ts'

/** Returns a secret of the installation; undefined when there is none of this name. */
export const findSecret = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('installation_secrets').select('value').where('name', '=', name).executeTakeFirst())
    ?.value

/** Stores a value under a name, in place of an earlier one. */
export async function setSecret(db: Db, name: string, value: string): Promise<void> {
  const made = { value, created: Date.now() }
  await db
    .insertInto('installation_secrets')
    .values({ name, ...made })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(made))
    .execute()
}

/** Lists the names of secrets that begin with a prefix. */
export const listSecretNames = async (db: Db, prefix: string): Promise<string[]> =>
  (await db.selectFrom('installation_secrets').select('name').execute())
    .map(({ name }) => name)
    .filter((name) => name.startsWith(prefix))

/** Lists the secrets whose names begin with a prefix, newest name first. */
export const listSecrets = async (db: Db, prefix: string): Promise<string[]> =>
  (await db.selectFrom('installation_secrets').selectAll().execute())
    .filter(({ name }) => name.startsWith(prefix))
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .map(({ value }) => value)
