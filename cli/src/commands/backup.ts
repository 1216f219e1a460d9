import { EconomyFault } from '@baseplate/economy/tools'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { backUp } from '../backup/backup.ts'
import { interruptible } from '../interruptible.ts'
import { showProgress } from '../progress.ts'

/** Faults that are named; more are counted. */
const namedMax = 20

/** `baseplate backup <file>`: docs/operating/backup.md. @throws CannotStart */
export async function runBackup(args: readonly string[], config: Config): Promise<void> {
  const [file] = args
  if (!file || args.length > 1)
    throw new CannotStart('baseplate backup <file>: which file is the back-up to be?')
  const progress = showProgress()
  const { about, files, bytes, faults } = await interruptible((signal) =>
    backUp(config, file, signal, progress),
  ).catch((error: unknown) => {
    throw error instanceof EconomyFault ? new CannotStart(error.message) : error
  })
  const ledger = about.ledger
    ? 'the ledger'
    : config.economy.elsewhere
      ? 'no ledger, which is elsewhere: back it up there, now'
      : 'no ledger, as there is none yet'
  process.stdout.write(`${file}: the database, ${ledger}, ${files} files; ${bytes} bytes.\n`)
  if (faults.length === 0) return
  const named = faults.slice(0, namedMax).map((fault) => `  ${fault}\n`)
  const more = faults.length > namedMax ? `  and ${faults.length - namedMax} more\n` : ''
  process.stderr.write(
    `The back-up is whole, but of a platform with faults; \`baseplate verify\` says more:\n${named.join('')}${more}`,
  )
  process.exitCode = 1
}
