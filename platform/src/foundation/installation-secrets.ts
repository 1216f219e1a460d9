import type { Db } from '../database.ts'

/** Returns a secret of the installation; undefined when there is none of this name. */
const findSecret = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('installation_secrets').select('value').where('name', '=', name).executeTakeFirst())
    ?.value

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

/** Replaces a secret and keeps the old one under another name. Returns false when there is none to replace. */
export const replaceStoredSecret = (
  db: Db,
  { name, value, retired }: { name: string; value: string; retired: string },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('installation_secrets')
      .set({ name: retired })
      .where('name', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.insertInto('installation_secrets').values({ name, value, created: Date.now() }).execute()
    return true
  })

/** Lists the secrets whose names begin with a prefix, newest name first. */
export const listSecrets = async (db: Db, prefix: string): Promise<string[]> =>
  (await db.selectFrom('installation_secrets').selectAll().execute())
    .filter(({ name }) => name.startsWith(prefix))
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .map(({ value }) => value)
