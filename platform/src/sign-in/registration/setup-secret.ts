import { isLocalUrl } from '@baseplate/service/network/host-name'
import { type Fields, hasAccounts } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newInstallationKey, sameSecret } from '../../foundation/ids.ts'
import { findOrMakeInstallationSecret, removeInstallationSecret } from '../../installation/door.ts'

interface SettingUp {
  db: Db
  config: Pick<Config, 'baseUrl' | 'dataDirectory'>
}

const secretName = 'setup'

/**
 * Returns the link that leads to the form of the first account; undefined once there is one. At an address that others reach, the
 * link has a secret. A stranger could otherwise become the administrator.
 */
export async function findSetupLink(platform: SettingUp): Promise<string | undefined> {
  if (await hasAccounts(platform.db)) return undefined
  const secret = await setupSecretOf(platform)
  return `${platform.config.baseUrl}/register${secret === undefined ? '' : `?setup=${secret}`}`
}

/** Returns the secret that the first account needs; undefined where it needs none, or exists. Makes the secret if it is missing. */
export async function setupSecretOf(platform: SettingUp): Promise<string | undefined> {
  if (isLocalUrl(platform.config.baseUrl) || (await hasAccounts(platform.db))) return undefined
  const stored = await findOrMakeInstallationSecret(platform, secretName, () => newInstallationKey())
  return stored.trim()
}

/** Whether this secret, or none, allows to create the first account. */
export async function maySetUp(platform: SettingUp, given: unknown): Promise<boolean> {
  const secret = await setupSecretOf(platform)
  return secret === undefined || (typeof given === 'string' && sameSecret(given.trim(), secret))
}

/** @throws Refused `forbidden` without the secret in the field `setup`, where it is needed. */
export async function requireSetup(platform: SettingUp, sent: Fields): Promise<void> {
  if (!(await maySetUp(platform, sent.setup))) throw new Refused('accounts.setup_required')
}

/** Removes the secret. It is worth nothing once there is an account. */
export const forgetSetupSecret = (platform: SettingUp): Promise<void> =>
  removeInstallationSecret(platform, secretName)
