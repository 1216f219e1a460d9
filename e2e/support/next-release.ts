import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The migration of the release after the one of the checkout. */
export const nextMigration = '9001-next-release'

/** Returns a module that adds the migration to those of the checkout, in a process that loads the module first. */
const addMigration = (statements: readonly string[]) => `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/platform/src/migrations/all.ts')) return loaded
    return { ...loaded, source: String(loaded.source) + \`
      import { sql } from 'kysely'
      Object.assign(migrations, { '${nextMigration}': { async up(db) {
        for (const statement of ${JSON.stringify(statements)}) await sql.raw(statement).execute(db)
      } } })\` }
  },
})
`

/** Returns the variables that make a process one of the next release, whose migration executes the statements. */
export async function prepareNextRelease(statements: readonly string[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-next-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'next-release.mjs')
  await writeFile(file, addMigration(statements))
  return { NODE_OPTIONS: `--import=${file}` }
}
