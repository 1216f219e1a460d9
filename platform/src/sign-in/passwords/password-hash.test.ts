import { argon2Sync, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { makeAllWork } from '../../testing/quick-crypto.ts'
import { hashPassword, verifyNothing, verifyPassword } from './password-hash.ts'

afterAll(makeAllWork())

test('verifies a password of any length and characters against its hash', async () => {
  for (const password of ['x', 'pässwörd ‮', '\0', '🙂'.repeat(3484)]) {
    const hash = await hashPassword(password)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword(password, hash)).toBe(true)
    expect(await verifyPassword(`${password}x`, hash)).toBe(false)
    expect(await hashPassword(password)).not.toBe(hash)
  }
})

test('verifies no password against the decoy hash', async () => {
  expect(await verifyNothing('x')).toBe(false)
})

test('verifies a hash of other parameters, and throws for a damaged one', async () => {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: 'x',
    nonce,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const old = `$argon2id$v=19$m=19456,t=2,p=1$${base64(nonce)}$${base64(tag)}`
  expect(await verifyPassword('x', old)).toBe(true)
  expect(await verifyPassword('y', old)).toBe(false)
  await expect(verifyPassword('x', old.slice(0, 50))).rejects.toThrow('damaged')
})

test('leaves threads for files and host names under load, and refuses hashes that would wait too long', async () => {
  let hashed = 0
  const count = () => void hashed++
  // On a fast machine, hundreds would not wait too long.
  const hashes = Array.from({ length: 2_000 }, () => hashPassword('x'))
  const results = Promise.allSettled(hashes.map((hash) => hash.then(count)))
  await Promise.all([readFile(import.meta.filename), lookup('localhost')])
  const hashedBefore = hashed
  const refused = (await results).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const result of refused) expect(result).toMatchObject({ reason: { reason: 'busy' } })
  // With all four threads, files would wait until the last four hashes are in progress.
  expect(hashedBefore).toBeLessThan(hashed - 4)
})
