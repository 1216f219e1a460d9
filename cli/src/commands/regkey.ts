import { operator } from '@baseplate/platform/accounts/rules'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createRegistrationKey } from '@baseplate/platform/sign-in/door'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/** `baseplate regkey create`: prints the key alone on standard output. */
export async function createRegkey(
  config: Config,
  { uses, expires }: { uses: number; expires?: string },
): Promise<void> {
  const { key } = await withDatabase(config, (db) =>
    createRegistrationKey({ db, now: Date.now, config }, operator, { uses: String(uses), expires }),
  )
  await print(`${key}\n`)
  if (!config.Registration.Keys.Enabled) {
    process.stderr.write('Registration asks for keys only when Registration.Keys.Enabled is true.\n')
  }
}
