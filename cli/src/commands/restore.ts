import type { Config } from '@baseplate/platform/foundation/config/schema'
import { restore } from '../backup/restore.ts'
import { interruptible } from '../interruptible.ts'
import { print } from '../print.ts'
import { showProgress } from '../progress.ts'

/** `baseplate restore <file>`: docs/operating/backup.md. @throws CannotStart */
export async function runRestore(file: string, config: Config): Promise<void> {
  const progress = showProgress()
  const about = await interruptible((signal) => restore(config, file, signal, progress))
  await print(`${config.dataDirectory} was restored to its state of ${about.created}.\n`)
  if (!about.ledger) {
    await print('The backup has no ledger: put a copy of it at economy/ledger before you start.\n')
  }
  if (about.ledger && config.economy.ledgerUrl !== undefined) {
    await print('`baseplate ledger import` puts its ledger into PostgreSQL.\n')
  }
  if (process.getuid?.() === 0) {
    process.stderr.write(
      `The files now belong to root. Give them to the product's user: chown -R <user> ${config.dataDirectory}\n`,
    )
  }
  await print('Check it with `baseplate verify`, then start.\n')
}
