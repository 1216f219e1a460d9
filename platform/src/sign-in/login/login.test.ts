import { argon2Sync, randomBytes } from 'node:crypto'
import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import { describe, expect, test, vi } from 'vitest'
import { Refused } from '../../foundation/errors.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { useSession } from '../sessions/sessions.ts'
import { login } from './login.ts'

/** Returns a hash with weaker parameters than today's. */
function weakHash(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

describe.each(databases)('login on %s', (kind) => {
  test('accepts any letter case and spaces around the name, and reports every wrong pair alike', async () => {
    const platform = await openTestPlatform(kind)
    const person = await registerPerson(platform, 'Founder')
    const token = await login(platform, null, { username: '  fouNDer ', password }, device)
    expect((await useSession(platform, token))?.actor).toEqual(person)
    const generic = { password: 'Incorrect username or password' }
    expect(await errorsOf(login(platform, null, { username: 'Founder', password: 'wrong' }, device))).toEqual(
      generic,
    )
    expect(await errorsOf(login(platform, null, { username: 'nobody', password }, device))).toEqual(generic)
    for (const username of ['<script>', ' '])
      expect(await errorsOf(login(platform, null, { username, password }, device))).toEqual({ username: '' })
  })

  test('replaces a hash of weaker parameters, also when several logins coincide', async () => {
    const platform = await openTestPlatform(kind)
    const { id } = await registerPerson(platform, 'Founder')
    const stored = () =>
      platform.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
    const current = (await stored()).password_hash
    const weak = weakHash(password)
    await platform.db.updateTable('users').set({ password_hash: weak }).execute()
    await errorsOf(login(platform, null, { username: 'Founder', password: 'wrong' }, device))
    expect((await stored()).password_hash).toBe(weak)

    const enter = () => login(platform, null, { username: 'Founder', password }, device)
    const tokens = await Promise.all([enter(), enter(), enter()])
    for (const token of tokens) expect(await useSession(platform, token)).toBeDefined()
    const strong = (await stored()).password_hash
    expect(strong.split('$').slice(0, 4)).toEqual(current.split('$').slice(0, 4))
    await enter()
    expect((await stored()).password_hash).toBe(strong)
  })

  test('succeeds although the database cannot replace a hash of weaker parameters', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    await platform.db
      .updateTable('users')
      .set({ password_hash: weakHash(password) })
      .execute()
    // Outside of the transaction that starts the session.
    vi.spyOn(platform.db, 'updateTable').mockImplementation(() => {
      throw new DatabaseUnavailable('the connection was cut')
    })
    const token = await login(platform, null, { username: 'Founder', password }, device)
    expect(await useSession(platform, token)).toBeDefined()
  })

  test('refuses the eleventh failed attempt from one address, but not other addresses', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const wrong = { username: 'founder', password: 'wrong' }
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () => login(platform, null, wrong, device)),
    )
    const limited = attempts.filter(
      (attempt) => attempt.status === 'rejected' && attempt.reason instanceof Refused,
    )
    expect(limited).toHaveLength(2)
    await expect(login(platform, null, { username: 'Founder', password }, device)).rejects.toMatchObject({
      reason: 'limited',
    })
    await login(platform, null, { username: 'Founder', password }, { ...device, address: '10.0.0.2' })
  })
})
