import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { makeAllWork } from '@baseplate/platform/testing/quick-crypto'
import { CannotStart } from '@baseplate/service/cannot-start'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { refuseLostSigningKey, rememberSigningKey } from './known-signing-key.ts'
import { activateSigningKey, prepareSigningKey, rollBackSigningKey } from './rotate-signing-key.ts'
import { createSigning } from './signing.ts'
import { openSigningKey, publicPemOf, retiredPublicKeys } from './signing-key.ts'

let dataDirectory: string
let config: Pick<Config, 'dataDirectory' | 'Signing' | 'signingKeyFile'>

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-signing-'))
  config = { dataDirectory, Signing: { Hash: 'sha1', Tag: 'rbxsig' } }
  return () => rm(dataDirectory, { recursive: true })
})

const openSigning = async (location: typeof config) =>
  createSigning(await openSigningKey(location, undefined), location.Signing)

const keyFile = () => join(dataDirectory, 'keys', 'signing.pem')

test('makes signatures that the public key verifies', async () => {
  onTestFinished(makeAllWork())
  const signing = await openSigning(config)
  const response = await signing.sign('print("äöü")\n')
  expect(response).toMatch(/^--rbxsig%[A-Za-z0-9+/]{342}==%\nprint\("äöü"\)\n$/)
  expect(openSigned(response, { publicKey: signing.publicKeyPem })).toBe('print("äöü")\n')
})

test('makes signatures that fail for a changed script, another key or another hash', async () => {
  const signing = await openSigning(config)
  const response = await signing.sign('print(1)')
  const publicKey = signing.publicKeyPem
  expect(() => openSigned(response.replace('print(1)', 'print(2)'), { publicKey })).toThrow(
    'not signed by this key',
  )
  expect(() => openSigned(response, { publicKey, hash: 'sha256' })).toThrow('not signed by this key')
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const otherPem = other.export({ type: 'spki', format: 'pem' }).toString()
  expect(() => openSigned(response, { publicKey: otherPem })).toThrow('not signed by this key')
  expect(() => openSigned('print(1)', { publicKey })).toThrow('the script is not signed')
})

test('signs with the configured hash and tag, and covers the id of a script asset', async () => {
  const signing = await openSigning({ dataDirectory, Signing: { Hash: 'sha256', Tag: 'sig' } })
  const response = await signing.sign('print(1)', 45)
  expect(response).toMatch(/^--sig%[^%]+%--rbxassetid%45%\nprint\(1\)$/)
  const verifying = { publicKey: signing.publicKeyPem, hash: 'sha256', tag: 'sig' } as const
  expect(openSigned(response, verifying)).toBe('print(1)')
  expect(() => openSigned(response.replace('%45%', '%46%'), verifying)).toThrow('not signed by this key')
})

test('makes the key once, readable by its owner only', async () => {
  onTestFinished(makeAllWork())
  const first = await openSigning(config)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  expect(createPublicKey(first.publicKeyPem).asymmetricKeyDetails?.modulusLength).toBe(2048)
  const pem = await readFile(keyFile(), 'utf8')
  expect((await openSigning(config)).publicKeyPem).toBe(first.publicKeyPem)
  expect(await readFile(keyFile(), 'utf8')).toBe(pem)
})

test('makes one key when several processes start at once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => openSigning(config)))
  expect(new Set(all.map(({ publicKeyPem }) => publicKeyPem)).size).toBe(1)
  expect(await readdir(join(dataDirectory, 'keys'))).toEqual(['signing.pem'])
})

const notKeys = {
  text: 'hello',
  nothing: '',
  'a key of another kind': generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  'a public key': generateKeyPairSync('rsa', { modulusLength: 1024 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString(),
}

test.each(Object.entries(notKeys))('refuses to start with a key file that holds %s', async (_, text) => {
  await mkdir(join(dataDirectory, 'keys'))
  await writeFile(keyFile(), text)
  const starting = openSigning(config)
  await expect(starting).rejects.toBeInstanceOf(CannotStart)
  await expect(starting).rejects.toThrow(
    `The signing key ${keyFile()} is not an RSA private key in PEM form.`,
  )
  expect(await readFile(keyFile(), 'utf8')).toBe(text)
})

test('refuses to start when the key can be neither read nor made', async () => {
  await writeFile(join(dataDirectory, 'keys'), 'not a folder')
  const starting = openSigning(config)
  await expect(starting).rejects.toBeInstanceOf(CannotStart)
  await expect(starting).rejects.toThrow('cannot be read or made')
})

test('uses the file that the operator names, and does not rotate it', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signingKeyFile = join(dataDirectory, 'own.pem')
  await expect(openSigning({ ...config, signingKeyFile })).rejects.toThrow('there is no such file')
  await writeFile(signingKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const own = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
  expect((await openSigning({ ...config, signingKeyFile })).publicKeyPem).toBe(own)
  for (const change of [prepareSigningKey, activateSigningKey, rollBackSigningKey])
    await expect(change({ ...config, signingKeyFile }, undefined)).rejects.toThrow('Replace that file')
  expect(await readdir(dataDirectory)).toEqual(['own.pem'])
})

test('shares one key through PostgreSQL', async () => {
  const { db } = await openTestPlatform('PostgreSQL')
  const keyOf = async () => publicPemOf(await openSigningKey(config, db))
  const all = await Promise.all(Array.from({ length: 6 }, keyOf))
  expect(new Set(all).size).toBe(1)
  expect(await readdir(dataDirectory)).toEqual([])
})

describe.each(['a file', 'PostgreSQL'])('the signing key in %s', (where) => {
  const open = async () => {
    const db = where === 'PostgreSQL' ? (await openTestPlatform('PostgreSQL')).db : undefined
    return { db, current: async () => publicPemOf(await openSigningKey(config, db)) }
  }

  test('is prepared without an effect, activated, and put back', async () => {
    const { db, current } = await open()
    await expect(prepareSigningKey(config, db)).rejects.toThrow('no signing key yet')
    const first = await current()
    await expect(activateSigningKey(config, db)).rejects.toThrow('No signing key is prepared')
    await expect(rollBackSigningKey(config, db)).rejects.toThrow('No signing key was replaced')
    const next = await prepareSigningKey(config, db)
    expect(await prepareSigningKey(config, db)).toBe(next)
    expect(await current()).toBe(first)
    expect(await retiredPublicKeys(config, db)).toEqual([])

    expect((await activateSigningKey(config, db)).publicKeyPem).toBe(next)
    expect(await current()).toBe(next)
    expect(await retiredPublicKeys(config, db)).toEqual([first])
    await expect(activateSigningKey(config, db)).rejects.toThrow('No signing key is prepared')

    expect((await rollBackSigningKey(config, db)).publicKeyPem).toBe(first)
    expect(await current()).toBe(first)
    expect(await retiredPublicKeys(config, db)).toEqual([next])
    await rollBackSigningKey(config, db)
    expect(await current()).toBe(next)
  })

  test('goes back to the key that was replaced last, even after the clock was set back', async () => {
    const { db, current } = await open()
    const first = await current()
    await prepareSigningKey(config, db)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const { publicKeyPem: next } = await activateSigningKey(config, db)
      await rollBackSigningKey(config, db)
      vi.setSystemTime(Date.now() - 60_000)
      expect((await rollBackSigningKey(config, db)).publicKeyPem).toBe(next)
      expect((await rollBackSigningKey(config, db)).publicKeyPem).toBe(first)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is refused instead of replaced when the platform has had one', async () => {
    const { db } = await open()
    const platform = await openTestPlatform('SQLite')
    const known = db ?? platform.db
    const isStored = db !== undefined
    await refuseLostSigningKey(config, known, isStored)
    await rememberSigningKey(known, await openSigningKey(config, db))
    await refuseLostSigningKey(config, known, isStored)
    if (db) await db.deleteFrom('installation_secrets').where('name', '=', 'signing-key').execute()
    else await rm(keyFile())
    await expect(refuseLostSigningKey(config, known, isStored)).rejects.toThrow('is gone')
  })
})

test('takes over the key of the data directory when the database becomes PostgreSQL', async () => {
  const { publicKeyPem } = await openSigning(config)
  const { db } = await openTestPlatform('PostgreSQL')
  expect(publicPemOf(await openSigningKey(config, db))).toBe(publicKeyPem)
})
