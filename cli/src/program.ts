import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '@baseplate/platform/config/load'
import { makeKeys, withKeys } from '@baseplate/platform/installation/door'
import { Command, CommanderError, Option } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { addDataCommands } from './data-commands.ts'
import { explain } from './explain.ts'
import { addMakerCommands } from './maker-commands.ts'
import { ReaderGone } from './print.ts'
import { NotPublished } from './publish/failure.ts'
import { addServices } from './service-commands.ts'
import { wholeNumber } from './whole-number.ts'

/** The folder of the operator's configuration file. */
const root = resolve(import.meta.dirname, '../..')

const load = () => loadConfig(root, process.env)
const loadWithKeys = async () => withKeys(await load())

/** Runs the command that the arguments name, and sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has already printed the error, the help or the version.
    if (error instanceof CommanderError) process.exitCode = error.exitCode
    else if (!(error instanceof ReaderGone)) {
      explain(error)
      process.exitCode = error instanceof NotPublished ? error.exitCode : 1
    }
  }
}

/** Returns the program `baseplate` with all of its commands. */
export function createProgram(): Command {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }
  const program = new Command('baseplate')
    .description('Runs and manages a platform of user-made games.')
    .version(version)
    .showHelpAfterError()
    .exitOverride()
  addServices(program, load)
  addBackupCommands(program)
  addChecks(program)
  addLedgerCommands(program)
  addAccountCommands(program, load)
  addSettingsCommands(program)
  addDataCommands(program, load)
  addMakerCommands(program)
  return program
}

// Each command's code is imported when the command runs: the economy process has no use for the site's code.

interface BackupOptions {
  to?: string
  scheduled?: true
}

function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copy everything into one archive, while the product runs')
    .argument('[file]', 'the archive to write, or - for standard output')
    .option('--to <address>', 'write it below a prefix of object storage, such as s3://bucket/prefix')
    .option('--scheduled', 'write into Backup.Folder and remove old archives there')
    .action(async (file: string | undefined, { to, scheduled }: BackupOptions, command: Command) => {
      const { runBackup, runBackupTo, runScheduledBackup } = await import('./commands/backup.ts')
      const targets = [file, to, scheduled].filter((target) => target !== undefined)
      if (targets.length !== 1) command.error('error: name either a file, --to or --scheduled')
      if (scheduled) await runScheduledBackup(await load())
      else if (to !== undefined) await runBackupTo(to, await load())
      else if (file !== undefined) await runBackup(file, await load())
    })
  program
    .command('restore')
    .description('fill an empty data directory from a backup')
    .argument('<file>', 'the archive to read, or its address in object storage')
    .action(async (file: string) => {
      const { runRestore } = await import('./commands/restore.ts')
      await runRestore(file, await load())
    })
}

function addChecks(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, machine and services, and say what to do')
    .option(
      '--mail <address>',
      'send a test mail to this address instead, and report the answer of the mail server',
    )
    .action(async ({ mail }: { mail?: string }) => {
      const { runDoctor } = await import('./commands/doctor.ts')
      await runDoctor(load, mail)
    })
  program
    .command('verify')
    .description('check database, files and ledger, each by itself and against the others')
    .action(async () => {
      const { runVerify } = await import('./commands/verify.ts')
      await runVerify(await load())
    })
  program
    .command('reconcile')
    .description('compare the ledger with the payments, while the product runs')
    .action(async () => {
      const { runReconcile } = await import('./commands/reconcile.ts')
      await runReconcile(await loadWithKeys())
    })
}

function addLedgerCommands(program: Command): void {
  const ledger = program
    .command('ledger')
    .description('check, count or export the ledger; the economy service may be running')
  const withFile = (command: Command) =>
    command.option('--file <path>', 'another ledger than that of the data directory')
  withFile(ledger.command('verify'))
    .description('recompute the ledger as a start does, and say whether it is valid')
    .action(async ({ file }: { file?: string }) => {
      const { verifyLedger } = await import('./commands/ledger.ts')
      await verifyLedger(await load(), file)
    })
  withFile(ledger.command('stats'))
    .description('print totals and the largest accounts')
    .option('--top <count>', 'how many accounts', wholeNumber, 20)
    .option('--all', 'every account')
    .action(async ({ file, top, all }: { file?: string; top: number; all?: true }) => {
      const { printLedgerStats } = await import('./commands/ledger.ts')
      await printLedgerStats(await load(), file, all ? undefined : top)
    })
  withFile(ledger.command('export'))
    .description('write every event to standard output, oldest first')
    .addOption(
      new Option('--format <format>', 'of the events').choices(['csv', 'jsonl', 'lines']).default('jsonl'),
    )
    .action(async ({ file, format }: { file?: string; format: 'csv' | 'jsonl' | 'lines' }) => {
      const { writeLedgerEvents } = await import('./commands/ledger.ts')
      await writeLedgerEvents(await load(), file, format)
    })
  const follow = (command: Command) =>
    command.option('--follow', 'copy what the economy service writes meanwhile, until it is stopped')
  ledger
    .command('accept')
    .description(
      'let the platform continue with the ledger that the economy service has now, although it knew another one',
    )
    .action(async () => {
      const { acceptLedger } = await import('./commands/accept-ledger.ts')
      await acceptLedger(await load())
    })
  follow(withFile(ledger.command('import')))
    .description('copy a ledger file into PostgreSQL (LEDGER_URL), where no economy service writes')
    .action(async (flags: { file?: string; follow?: true }) => {
      const { importLedgerFile } = await import('./commands/ledger.ts')
      await importLedgerFile(await load(), flags)
    })
  follow(withFile(ledger.command('copy')))
    .description('copy the ledger in PostgreSQL (LEDGER_URL) to a file, on which no economy service runs')
    .action(async (flags: { file?: string; follow?: true }) => {
      const { copyLedgerToFile } = await import('./commands/ledger.ts')
      await copyLedgerToFile(await load(), flags)
    })
}

function addSettingsCommands(program: Command): void {
  program
    .command('config')
    .description('inspect the configuration')
    .command('print')
    .description('print the configuration in force, with secrets masked')
    .action(async () => {
      const { printConfig } = await import('./commands/config.ts')
      await printConfig(await loadWithKeys())
    })
  program
    .command('adopt')
    .description('go on with the files that are there, although others of the platform are lost')
    .action(async () => {
      const { adopt } = await import('./commands/adopt.ts')
      await adopt(await load())
    })
  program
    .command('keys')
    .description('make the keys that are missing in the data directory')
    .option('--replace-lost', 'also new keys for scripts and authenticator apps, in place of lost ones')
    .action(async ({ replaceLost }: { replaceLost?: true }) => {
      const config = await makeKeys(await load())
      if (replaceLost) await (await import('./commands/signing-key.ts')).replaceLostKeys(config)
    })
  program
    .command('public-key')
    .description('print the key that game clients verify scripts with')
    .option('--retired', 'the keys that a rotation has replaced')
    .action(async (options: { retired?: true }) => {
      const { printPublicKey } = await import('./commands/signing-key.ts')
      await printPublicKey(await load(), options)
    })
  addSigningKeyCommands(program.command('signing-key').description('manage the key that signs scripts'))
}

function addSigningKeyCommands(signingKey: Command): void {
  signingKey
    .command('prepare')
    .description('make the next key and print its public key, for clients that get it before the change')
    .action(async () => (await import('./commands/signing-key.ts')).prepareKey(await load()))
  signingKey
    .command('activate')
    .description('sign with the prepared key from the next start of the site on, and keep the old one')
    .action(async () => (await import('./commands/signing-key.ts')).activateKey(await load()))
  signingKey
    .command('rollback')
    .description('sign with the key before the current one from the next start of the site on')
    .action(async () => (await import('./commands/signing-key.ts')).rollBackKey(await load()))
  signingKey
    .command('rotate')
    .description('prepare and activate a key at once')
    .action(async () => (await import('./commands/signing-key.ts')).rotateKey(await load()))
}
