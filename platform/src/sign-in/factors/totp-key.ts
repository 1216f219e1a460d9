import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { findOrMakeInstallationSecret, readSecret } from '../../installation/door.ts'
import { hasTotpSecrets } from './queries.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** Encrypts the secrets of authenticator apps, for the account that they belong to. */
export interface TotpKey {
  /** Reads the key. @throws CannotStart when it is missing or malformed. */
  open(): Promise<void>
  /** Makes a new key in place of one that is lost, with all secrets that it has encrypted. */
  makeLost(): Promise<void>
  encrypt(userId: string, secret: string): Promise<string>
  /** Returns undefined for a secret that another key has encrypted. */
  decrypt(userId: string, encrypted: string): Promise<string | undefined>
}

/**
 * Uses the key of `TOTP_KEY_FILE`, or else a row of PostgreSQL, or else `keys/totp`. The first use makes the row or the file. A row
 * takes over the key that is in the file, so that a database copied to PostgreSQL stays readable.
 */
export function createTotpKey(parts: {
  db: Db
  config: Pick<Config, 'dataDirectory' | 'totpKeyFile'>
}): TotpKey {
  let key: Promise<Buffer> | undefined
  const open = () => {
    key ??= readKey(parts).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }
  return {
    async open() {
      await open()
    },
    async makeLost() {
      await findOrMakeInstallationSecret(parts, 'totp', newKey)
    },
    async encrypt(userId, secret) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, await open(), nonce).setAAD(Buffer.from(userId))
      const encrypted = [cipher.update(secret, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url')
    },
    async decrypt(userId, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const decipher = createDecipheriv(algorithm, await open(), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(userId))
        .setAuthTag(bytes.subarray(-tagBytes))
      const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
      try {
        return Buffer.concat([plain, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

async function readKey({ db, config }: Parameters<typeof createTotpKey>[0]): Promise<Buffer> {
  const { totpKeyFile, dataDirectory } = config
  if (totpKeyFile !== undefined) return parseKey(await readSecret(totpKeyFile), totpKeyFile)
  const key = await findOrMakeInstallationSecret({ db, config }, 'totp', async () => {
    if (await hasTotpSecrets(db)) throw lostKey()
    return newKey()
  })
  return parseKey(key, isPostgres(db) ? 'in the database' : join(dataDirectory, 'keys', 'totp'))
}

const newKey = () => randomBytes(keyBytes).toString('base64url')

/** A new key would not decrypt the secrets that the lost one has encrypted. */
const lostKey = () =>
  new CannotStart(
    'The key for authenticator apps is gone. Restore it from a backup (keys/totp). `baseplate keys --replace-lost` makes a new one: ' +
      'users with an app then sign in with a recovery code, or after `baseplate user reset-factors`.',
  )

function parseKey(text: string | undefined, where: string): Buffer {
  const key = Buffer.from(text?.trim() ?? '', 'base64url')
  if (key.length === keyBytes) return key
  throw new CannotStart(`The key for authenticator apps ${where} must be 32 bytes in base64url.`)
}
