import { day, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../foundation/ids.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { endAllSessions, endOneSession, endSession } from '../access/end-sessions.ts'
import { login } from '../login/login.ts'
import { rememberLoginAddress } from './login-addresses.ts'
import { rememberDevice } from './login-devices.ts'
import { addPendingSignIn } from './pending-sign-ins.ts'
import { maxSessions } from './rules.ts'
import { createSession, listSessions, removeExpiredSessions, useSession } from './sessions.ts'

describe.each(databases)('a session on %s', (kind) => {
  test('expires 30 days after its last renewal and is renewed once a day', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const token = await login(platform, null, { username: 'Founder', password }, device)
    expect(await useSession(platform, token)).toMatchObject({ renewed: false })
    platform.pass(29 * day)
    expect(await useSession(platform, token)).toMatchObject({ renewed: true })
    expect(await useSession(platform, token)).toMatchObject({ renewed: false })
    platform.pass(30 * day - minute)
    expect(await useSession(platform, token)).toBeDefined()
    platform.pass(30 * day)
    expect(await useSession(platform, token)).toBeUndefined()
    await removeExpiredSessions(platform)
    expect(await platform.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('ends when its user has signed in a hundred times since, from the one used longest ago on', async () => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const at = async () => {
      platform.pass(1)
      return createSession(platform.db, founder.id, device, platform.now())
    }
    const [first, second] = [await at(), await at()]
    platform.pass(10 * minute)
    await useSession(platform, first)
    for (let count = 0; count < maxSessions - 1; count++) await at()
    expect(await useSession(platform, second)).toBeUndefined()
    expect(await useSession(platform, first)).toBeDefined()
    const { length } = await platform.db.selectFrom('sessions').selectAll().execute()
    expect(length).toBe(maxSessions)
  })

  test('remembers a bounded number of devices, addresses and unfinished sign-ins of an account', async () => {
    const platform = await openTestPlatform(kind)
    const { id } = await registerPerson(platform, 'Founder')
    const { db } = platform
    for (let count = 0; count < 130; count++) {
      platform.pass(1)
      const from = { userAgent: `Tool${count}/1.0`, address: `198.51.100.${count}` }
      await rememberDevice(db, id, from, platform.now())
      await rememberLoginAddress(db, id, from.address, platform.now())
      await addPendingSignIn(db, id, platform.now())
    }
    const rows = async (table: 'login_devices' | 'login_addresses' | 'pending_sign_ins') =>
      db.selectFrom(table).selectAll().execute()
    expect(await rows('pending_sign_ins')).toHaveLength(20)
    expect(await rows('login_addresses')).toHaveLength(100)
    const devices = (await rows('login_devices')).map((row) => ('device' in row ? row.device : ''))
    expect(devices).toHaveLength(50)
    expect(devices).toContain('Tool129')
  })

  test('stores only the hash of a token', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const token = await login(platform, null, { username: 'Founder', password }, device)
    const stored = await platform.db.selectFrom('sessions').select('token_hash').execute()
    expect(stored.map(({ token_hash }) => token_hash)).toContain(sha256(token))
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('stores a bounded part of the name of its program', async () => {
    const platform = await openTestPlatform(kind)
    const { id } = await registerPerson(platform, 'Founder')
    await platform.db.deleteFrom('sessions').execute()
    const userAgent = `curl/${'8'.repeat(10_000)}`
    await createSession(platform.db, id, { userAgent, address: '192.0.2.7' }, platform.now())
    const stored = await platform.db.selectFrom('sessions').select('user_agent').execute()
    expect(stored).toEqual([{ user_agent: userAgent.slice(0, 300) }])
  })

  test('ends alone when its user signs out', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const here = await login(platform, null, { username: 'Founder', password }, device)
    const there = await login(platform, null, { username: 'Founder', password }, device)
    await endSession(platform, here)
    expect(await useSession(platform, here)).toBeUndefined()
    expect(await useSession(platform, there)).toBeDefined()
  })

  test('ends with all others, which requires the password', async () => {
    const platform = await openTestPlatform(kind)
    const person = await registerPerson(platform, 'Founder')
    const token = await login(platform, null, { username: 'Founder', password }, device)
    expect(await errorsOf(endAllSessions(platform, person, { password: 'wrong' }, device))).toEqual({
      password: 'Incorrect password',
    })
    expect(await useSession(platform, token)).toBeDefined()
    await endAllSessions(platform, person, { password }, device)
    expect(await useSession(platform, token)).toBeUndefined()
  })

  test('is ended alone, and only by its owner', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const enter = () => login(platform, null, { username: 'Anna', password }, device)
    const here = await enter()
    const ben = await registerPerson(platform, 'Ben')
    const there = await enter()
    const other = (await listSessions(platform, anna, there)).find(({ current }) => current)
    const id = other?.id ?? ''
    await endOneSession(platform, ben, { id }, inSession(here))
    expect(await useSession(platform, there)).toBeDefined()
    expect(await endOneSession(platform, anna, { id }, inSession(here))).toEqual({ own: false })
    expect(await useSession(platform, there)).toBeUndefined()
    expect(await endOneSession(platform, anna, { id }, inSession(here))).toEqual({ own: false })
    const own = (await listSessions(platform, anna, here))[0]?.id ?? ''
    expect(await endOneSession(platform, anna, { id: own }, inSession(here))).toEqual({ own: true })
    expect(await useSession(platform, here)).toBeUndefined()
  })

  test('is listed to its owner alone, until it expires', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    await platform.db.deleteFrom('sessions').execute()
    const start = (id: string, address: string) =>
      createSession(platform.db, id, { userAgent: '', address }, platform.now())
    await start(anna.id, '192.0.2.1')
    platform.pass(day)
    const token = await start(anna.id, '192.0.2.2')
    await start(ben.id, '192.0.2.3')
    const addresses = async (person: typeof anna) =>
      (await listSessions(platform, person, token)).map(({ address }) => address)
    expect(await addresses(anna)).toEqual(['192.0.2.2', '192.0.2.1'])
    expect(await addresses(ben)).toEqual(['192.0.2.3'])
    platform.pass(29 * day)
    expect(await addresses(anna)).toEqual(['192.0.2.2'])
  })
})
