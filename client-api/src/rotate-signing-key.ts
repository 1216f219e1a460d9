import { createPrivateKey } from 'node:crypto'
import { link, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '@baseplate/platform/foundation/database'
import {
  findOrMakeSecret,
  findSecret,
  listSecretNames,
  readOrMakeSecret,
  readSecret,
  swapSecrets,
} from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { syncFolder } from '@baseplate/storage/local-files/receive'
import {
  findSigningKey,
  hasSigningKey,
  type KeyLocation,
  keyPath,
  makeKey,
  publicPemOf,
  retiredFile,
  retiredPrefix,
  secretName,
} from './signing-key.ts'

/** Name of the prepared key among the secrets of the installation, and its file. */
const nextName = 'signing-key-next'
const nextPath = (location: KeyLocation) => join(dirname(keyPath(location)), 'signing-next.pem')

/** A key that signs from the next start on, and the name of the one that it has replaced. */
interface Replaced {
  publicKeyPem: string
  retired: string
}

/**
 * Makes the key that `activateSigningKey` puts into use, unless there is one. Scripts are still signed with the current key.
 *
 * @returns the public key that clients need before the activation.
 * @throws CannotStart
 */
export async function prepareSigningKey(location: KeyLocation, db: Db | undefined): Promise<string> {
  refuseOwnFile(location)
  if (!(await hasSigningKey(location, db))) throw noKeyYet()
  const pem = db
    ? await findOrMakeSecret(db, nextName, makeKey)
    : await readOrMakeSecret(nextPath(location), makeKey)
  return publicPemOf(createPrivateKey(pem))
}

/**
 * Returns the public keys that clients need: that of the key which signs scripts, and that of the prepared one.
 *
 * @throws CannotStart
 */
export async function publicKeysForClients(location: KeyLocation, db: Db | undefined): Promise<string[]> {
  const key = await findSigningKey(location, db)
  if (!key) return []
  const prepared = await findPreparedKey(location, db)
  return [publicPemOf(key), ...(prepared === undefined ? [] : [publicPemOf(createPrivateKey(prepared))])]
}

async function findPreparedKey(location: KeyLocation, db: Db | undefined): Promise<string | undefined> {
  if (location.signingKeyFile !== undefined) return undefined
  return db ? findSecret(db, nextName) : readSecret(nextPath(location))
}

/**
 * Makes the prepared key the one that signs. The old key stays beside it, to verify scripts that it signed and for the way back.
 * There is a valid key at every moment.
 *
 * @throws CannotStart when none was prepared.
 */
export async function activateSigningKey(location: KeyLocation, db: Db | undefined): Promise<Replaced> {
  refuseOwnFile(location)
  const isReplaced = await replace(location, db, { name: nextName, file: nextPath(location) })
  if (isReplaced) return isReplaced
  throw new CannotStart('No signing key is prepared. Run `baseplate signing-key prepare` first.')
}

/**
 * Makes the key that was replaced last the one that signs again. The current key is kept in its place, so a second rollback undoes
 * the first.
 *
 * @throws CannotStart when no key was replaced.
 */
export async function rollBackSigningKey(location: KeyLocation, db: Db | undefined): Promise<Replaced> {
  refuseOwnFile(location)
  const isReplaced = await replace(location, db, await newestRetired(location, db))
  if (isReplaced) return isReplaced
  throw new CannotStart('No signing key was replaced, so there is none to go back to.')
}

interface Successor {
  name: string
  file: string
}

async function newestRetired(location: KeyLocation, db: Db | undefined): Promise<Successor> {
  const folder = dirname(keyPath(location))
  const names = db
    ? await listSecretNames(db, retiredPrefix)
    : (await readdir(folder).catch(() => [])).filter((name) => retiredFile.test(name))
  const newest = names.toSorted().at(-1) ?? 'none'
  return { name: newest, file: join(folder, newest) }
}

/** Puts another key in the place of the current one. Returns undefined when there is no such key. */
async function replace(
  location: KeyLocation,
  db: Db | undefined,
  { name, file }: Successor,
): Promise<Replaced | undefined> {
  const time = timeAfter((await newestRetired(location, db)).name)
  if (db) {
    const retired = `${retiredPrefix}${time}`
    const pem = await swapSecrets(db, { current: secretName, successor: name, retired })
    return pem === undefined ? undefined : { publicKeyPem: publicPemOf(createPrivateKey(pem)), retired }
  }
  const path = keyPath(location)
  const pem = await readSecret(file)
  if (pem === undefined) return undefined
  const retired = join(dirname(path), `signing-until-${time}.pem`)
  try {
    await link(path, retired)
    await rename(file, path)
    await syncFolder(dirname(path))
  } catch (error) {
    throw new CannotStart(`The signing key ${path} cannot be replaced: ${(error as Error).message}`)
  }
  return { publicKeyPem: publicPemOf(createPrivateKey(pem)), retired }
}

/**
 * Returns the time for the name of a key that is replaced now. It comes after that of the key that was replaced before, also within a
 * millisecond and after the clock was set back, because the names say which key was replaced last.
 */
function timeAfter(newest: string): string {
  const [, date, hours, minutes, rest] = /(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d\.\d{3}Z)/.exec(newest) ?? []
  const before = date === undefined ? 0 : Date.parse(`${date}${hours}:${minutes}:${rest}`)
  return new Date(Math.max(Date.now(), before + 1)).toISOString().replaceAll(':', '')
}

function refuseOwnFile({ signingKeyFile }: KeyLocation): void {
  if (signingKeyFile !== undefined)
    throw new CannotStart(`The signing key is the file ${signingKeyFile}. Replace that file.`)
}

const noKeyYet = () => new CannotStart('There is no signing key yet. The first start makes one.')
