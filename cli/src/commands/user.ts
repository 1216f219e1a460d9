import { operator } from '@baseplate/platform/accounts/rules'
import { openCommandNotices } from '@baseplate/platform/command-notices'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { makeResetLink } from '@baseplate/platform/moderation/accounts/make-reset-link'
import { resetFactors } from '@baseplate/platform/moderation/accounts/reset-factors'
import { setLevel } from '@baseplate/platform/moderation/accounts/set-level'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/** `baseplate user level <username> <level>`: sets a level, even when no administrator is left to do so. */
export async function setUserLevel(config: Config, username: string, level: string): Promise<void> {
  await withDatabase(config, (db) =>
    setLevel({ db, now: Date.now }, operator, username, { permissionLevel: level }),
  )
  await print(`${username} has permission level ${level}.\n`)
}

/** `baseplate user reset-password <username>`: prints a link for an owner who cannot receive mail. */
export async function printResetLink(config: Config, username: string): Promise<void> {
  const { link } = await withDatabase(config, (db) =>
    makeResetLink({ db, now: Date.now, config }, operator, username),
  )
  process.stderr.write('The link works once, for an hour, while the site is running. It ends all sessions.\n')
  await print(`${link}\n`)
}

/** `baseplate user reset-factors <username>`: removes the second factors of an owner who has lost them. */
export async function resetUserFactors(config: Config, username: string): Promise<void> {
  await withDatabase(config, async (db) => {
    const securityNotices = await openCommandNotices(config, db)
    await resetFactors({ db, now: Date.now, securityNotices }, operator, username)
  })
  await print(`${username} has no second factor, and is signed out everywhere.\n`)
}
