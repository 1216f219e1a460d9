import { CannotStart } from '@baseplate/service/cannot-start'
import { type Kysely, sql } from 'kysely'

/** A PostgreSQL database that the product cannot use. */
export class UnfitDatabase extends CannotStart {
  readonly found: string
  readonly advice: string

  constructor(found: string, advice: string) {
    super(`The database at DATABASE_URL cannot be used: ${found}. ${advice}`)
    this.found = found
    this.advice = advice
  }
}

/**
 * Refuses a PostgreSQL database that cannot store every text, or that the role cannot create tables in. Texts of users have any
 * character, and comparisons use characters that only UTF-8 has.
 *
 * @param creates whether tables are missing, so that the role has to create some.
 * @throws UnfitDatabase
 */
export async function requireFitPostgres<Schema>(db: Kysely<Schema>, creates: boolean): Promise<void> {
  const { rows } = await sql<{
    encoding: string
    role: string
    schema: string | null
    can_create: boolean | null
  }>`select current_setting('server_encoding') as encoding, current_user as role, current_schema() as schema,
    has_schema_privilege(current_schema(), 'CREATE') as can_create`.execute(db)
  const [found] = rows
  if (!found) return
  if (found.encoding !== 'UTF8') {
    throw new UnfitDatabase(
      `its encoding is ${found.encoding}, which cannot store every text`,
      "Create another one: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.",
    )
  }
  if (found.schema === null) {
    throw new UnfitDatabase(
      `no schema of the role's search_path exists`,
      `Create one: CREATE SCHEMA … AUTHORIZATION "${found.role}".`,
    )
  }
  if (creates && !found.can_create) {
    throw new UnfitDatabase(
      `permission denied for schema ${found.schema}`,
      `Let the role create tables: GRANT CREATE ON SCHEMA "${found.schema}" TO "${found.role}".`,
    )
  }
}

/** Whether migrations that the database has not had are known. */
export const hasPending = (applied: readonly string[], known: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(known).some((name) => !applied.includes(name))
