import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSecretNames } from '../../installation/queries.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { createTotpKey } from './totp-key.ts'

const newKey = () => randomBytes(32).toString('base64url')

test('PostgreSQL takes over the key of the data directory', async () => {
  const before = await openTestPlatform('SQLite')
  const secret = await before.totpKey.encrypt('anna', 'SECRET')
  const { dataDirectory } = before.config
  const after = await openTestPlatform('PostgreSQL')
  const moved = createTotpKey({ db: after.db, config: { dataDirectory } })
  expect(await moved.decrypt('anna', secret)).toBe('SECRET')
  // Another machine, which has no such file, reads the key from the database.
  expect(await after.totpKey.decrypt('anna', secret)).toBe('SECRET')
  expect(await after.totpKey.decrypt('ben', secret)).toBeUndefined()
})

test('TOTP_KEY_FILE takes precedence over other keys, and must contain a key', async () => {
  const { db, config } = await openTestPlatform('PostgreSQL')
  const { dataDirectory } = config
  await mkdir(dataDirectory, { recursive: true })
  const totpKeyFile = join(dataDirectory, 'own')
  const open = () => createTotpKey({ db, config: { dataDirectory, totpKeyFile } })
  await expect(open().open()).rejects.toThrow('must be 32 bytes')
  await writeFile(totpKeyFile, `${newKey()}\n`)
  const secret = await open().encrypt('anna', 'SECRET')
  expect(await open().decrypt('anna', secret)).toBe('SECRET')
  expect(await listSecretNames(db, 'totp')).toEqual([])
  await writeFile(totpKeyFile, newKey())
  expect(await open().decrypt('anna', secret)).toBeUndefined()
  await writeFile(totpKeyFile, (await readFile(totpKeyFile, 'utf8')).slice(1))
  await expect(open().open()).rejects.toThrow('must be 32 bytes')
})
