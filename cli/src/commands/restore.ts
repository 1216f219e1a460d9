import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { restore } from '../backup/restore.ts'
import { interruptible } from '../interruptible.ts'
import { showProgress } from '../progress.ts'

/** `baseplate restore <file>`: docs/operating/backup.md. @throws CannotStart */
export async function runRestore(args: readonly string[], config: Config): Promise<void> {
  const [file] = args
  if (!file || args.length > 1) throw new CannotStart('baseplate restore <file>: which back-up?')
  const progress = showProgress()
  const about = await interruptible((signal) => restore(config, file, signal, progress))
  process.stdout.write(`${config.dataDirectory} is what it was at ${about.created}.\n`)
  if (!about.ledger) {
    process.stdout.write('The back-up has no ledger: put a copy of it at economy/ledger before you start.\n')
  }
  process.stdout.write('Check it with `baseplate verify`, then start.\n')
}
