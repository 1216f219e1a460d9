import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Command } from 'commander'

export function addDatabaseCommands(program: Command, load: () => Promise<Config>): void {
  program
    .command('database')
    .description('manage the database')
    .command('copy')
    .description('copy the SQLite database into the empty PostgreSQL database at DATABASE_URL')
    .action(async () => {
      const { copyDatabase } = await import('./commands/copy-database.ts')
      await copyDatabase(await load())
    })
}
