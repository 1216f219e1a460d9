import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Command } from 'commander'

/** Adds the commands for the operator's texts and files, and for moving the data to another storage. */
export function addDataCommands(program: Command, load: () => Promise<Config>): void {
  addDatabaseCommands(program, load)
  addTextCommands(program, load)
  addFileCommands(program, load)
}

function addDatabaseCommands(program: Command, load: () => Promise<Config>): void {
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

function addTextCommands(program: Command, load: () => Promise<Config>): void {
  const texts = program.command('texts').description('change the texts of pages and mail, or add a language')
  texts
    .command('print')
    .description('print the shipped texts of a language, to start a file of texts from')
    .argument('[language]', 'en or de', 'en')
    .action(async (language: string) => {
      const { printTexts } = await import('./commands/texts.ts')
      await printTexts(language)
    })
  texts
    .command('check')
    .description('check the files in texts/ of the data directory')
    .action(async () => {
      const { checkTexts } = await import('./commands/texts.ts')
      await checkTexts(await load())
    })
}

/** Adds the commands for the operator's files, and for moving all files to another storage. */
function addFileCommands(program: Command, load: () => Promise<Config>): void {
  const files = program
    .command('files')
    .description(
      'manage the operator’s files (privileged/, scripts/, texts/, client-api/constants/), or move all files',
    )
  files
    .command('put')
    .description('store a file; the site reads scripts and texts at its next start')
    .argument('<name>', 'such as scripts/join.lua')
    .argument('<file>', 'the file to read, or - for standard input')
    .action(async (name: string, file: string) => {
      const { putFile } = await import('./commands/files.ts')
      await putFile(await load(), name, file)
    })
  files
    .command('get')
    .description('write a file to standard output')
    .argument('<name>')
    .action(async (name: string) => {
      const { getFile } = await import('./commands/files.ts')
      await getFile(await load(), name)
    })
  files
    .command('list')
    .description('list the operator’s files, or those of another folder')
    .argument('[folder]')
    .action(async (folder: string | undefined) => {
      const { listFilesIn } = await import('./commands/files.ts')
      await listFilesIn(await load(), folder)
    })
  files
    .command('remove')
    .description('remove a file of the operator')
    .argument('<name>')
    .action(async (name: string) => {
      const { removeFile } = await import('./commands/files.ts')
      await removeFile(await load(), name)
    })
  files
    .command('copy')
    .description(
      'copy all files from the data directory into the object storage of FILES_URL, or back; run it again to copy the rest',
    )
    .argument('<direction>', 'to-storage or to-folder')
    .action(async (direction: string, _options: unknown, command: Command) => {
      if (direction !== 'to-storage' && direction !== 'to-folder')
        command.error('error: the direction is to-storage or to-folder')
      const { copyFiles } = await import('./commands/copy-files.ts')
      await copyFiles(await load(), direction === 'to-storage')
    })
}
