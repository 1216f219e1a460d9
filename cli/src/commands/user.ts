import { listUsers } from '@baseplate/platform/accounts/door'
import { operator } from '@baseplate/platform/accounts/rules'
import { openCommandAccounts, openCommandNotices } from '@baseplate/platform/command-parts'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { makeResetLink, resetFactors, setLevel } from '@baseplate/platform/moderation/door'
import { createUser, findSetupLink } from '@baseplate/platform/sign-in/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { createLog } from '@baseplate/service/log'
import { print } from '../print.ts'
import { readNewPassword } from '../read-password.ts'
import { withDatabase } from './database.ts'

/** `baseplate user level <username> <level>`: sets a level, even when no administrator is left to do so. */
export async function setUserLevel(config: Config, username: string, level: string): Promise<void> {
  await withDatabase(config, (db) =>
    setLevel({ db, now: Date.now }, operator, { username, permissionLevel: level }),
  )
  await print(`${username} has permission level ${level}.\n`)
}

/** `baseplate user reset-password <username>`: prints a link for an owner who cannot receive mail. */
export async function printResetLink(config: Config, username: string): Promise<void> {
  const { link } = await withDatabase(config, (db) =>
    makeResetLink({ db, now: Date.now, config }, operator, { username }),
  )
  process.stderr.write('The link works once, for an hour, while the site is running. It ends all sessions.\n')
  await print(`${link}\n`)
}

/** `baseplate user reset-factors <username>`: removes the second factors of an owner who has lost them. */
export async function resetUserFactors(config: Config, username: string): Promise<void> {
  await withDatabase(config, async (db) => {
    const securityNotices = await openCommandNotices(config, db)
    await resetFactors({ db, now: Date.now, securityNotices }, operator, { username })
  })
  await print(`${username} has no second factor, and is signed out everywhere.\n`)
}

/** `baseplate user create <username>`: creates an account, the first administrator's included. */
export async function createUserAccount(config: Config, username: string, level: number): Promise<void> {
  const { password, isMade } = await readNewPassword()
  const created = await withDatabase(config, async (db) => {
    const parts = await openCommandAccounts(config, db, createLog('warn', process.stderr))
    return createUser(parts, { username, password }, level)
  })
  process.stderr.write(`${created.username} has an account of permission level ${created.permissionLevel}.\n`)
  if (!isMade) return
  process.stderr.write('This is its password, which is shown only once:\n')
  await print(`${password}\n`)
}

/** `baseplate user list`: a line for each account, with tabs between username, level and time of creation. */
export async function printUsers(config: Config, level: number): Promise<void> {
  await withDatabase(config, async (db) => {
    for await (const { username, permissionLevel, created } of listUsers(db, level))
      await print(`${username}\t${permissionLevel}\t${new Date(created).toISOString()}\n`)
  })
}

/** `baseplate setup-link`: prints the link with which the first account is created. */
export async function printSetupLink(config: Config): Promise<void> {
  const link = await withDatabase(config, (db) => findSetupLink({ db, config }))
  if (link === undefined) {
    throw new CannotStart(
      'The first account exists already. `baseplate user list --level 5` lists the administrators, and `baseplate user reset-password` lets one of them back in.',
    )
  }
  await print(`${link}\n`)
}
