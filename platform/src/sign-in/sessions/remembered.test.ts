import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { sweepPasswordAttempts } from '../attacks/attempt-book.ts'
import { login } from '../login/login.ts'
import {
  attemptAt,
  forgetAddressesSince,
  forgetLoginAddresses,
  listRecentLogins,
  rememberLoginAddress,
} from './login-addresses.ts'
import { forgetLoginDevices, rememberDevice } from './login-devices.ts'
import { addPendingSignIn, spendPendingSignIn, sweepPendingSignIns } from './pending-sign-ins.ts'
import { endPendingSignIns, findPendingSignIn } from './queries.ts'

describe.each(databases)('on %s', (kind) => {
  test('an address is known to the account that signed in from its network, for 90 days', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    await registerPerson(platform, 'Ben')
    await rememberLoginAddress(platform.db, anna.id, '2001:db8:1:2::1', platform.now())
    const isKnown = (username: string, address: string) =>
      attemptAt(platform, username, { address, work: undefined }).isKnown()
    platform.pass(90 * day - 1)
    await forgetLoginAddresses(platform)
    expect(await isKnown('aNNa', '2001:db8:1:2::ffff')).toBe(true)
    expect(await isKnown('Ben', '2001:db8:1:2::1')).toBe(false)
    expect(await isKnown('Anna', '2001:db8:1:3::1')).toBe(false)
    platform.pass(1)
    expect(await isKnown('Anna', '2001:db8:1:2::1')).toBe(false)
    await forgetLoginAddresses(platform)
    expect(await platform.db.selectFrom('login_addresses').selectAll().execute()).toEqual([])
  })

  /** Opens a platform with two accounts whose addresses it does not know yet. */
  async function startWithTwo() {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    await db.deleteFrom('login_addresses').execute()
    return { platform, db, anna, ben }
  }

  test('an account forgets its oldest address for the 101st, and no other account does', async () => {
    const { platform, db, anna, ben } = await startWithTwo()
    const remember = (id: string, address: string) => {
      platform.pass(1)
      return rememberLoginAddress(db, id, address, platform.now())
    }
    await remember(ben.id, '192.0.2.0')
    for (let host = 0; host < 101; host++) await remember(anna.id, `192.0.2.${host}`)
    const known = await listRecentLogins(db, 0)
    const addressesOf = (id: string) =>
      known.filter((login) => login.user_id === id).map(({ address }) => address)
    expect(addressesOf(anna.id)).toHaveLength(100)
    expect(addressesOf(anna.id)).not.toContain('192.0.2.0')
    expect(addressesOf(ben.id)).toEqual(['192.0.2.0'])
  })

  test('an account forgets the addresses of its sign-ins since a time', async () => {
    const { db, anna, ben } = await startWithTwo()
    await rememberLoginAddress(db, anna.id, '192.0.2.1', 999)
    await rememberLoginAddress(db, anna.id, '192.0.2.2', 1_000)
    await rememberLoginAddress(db, ben.id, '192.0.2.2', 1_000)
    await forgetAddressesSince(db, anna.id, 1_000)
    const left = await listRecentLogins(db, 0)
    expect(left).toHaveLength(2)
    expect(left).toEqual(
      expect.arrayContaining([
        { user_id: anna.id, address: '192.0.2.1' },
        { user_id: ben.id, address: '192.0.2.2' },
      ]),
    )
  })

  test('the addresses of recent logins are listed with their accounts', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    platform.pass(day)
    await rememberLoginAddress(platform.db, anna.id, '192.0.2.7', platform.now())
    expect(await listRecentLogins(platform.db, platform.now() - 1)).toEqual([
      { user_id: anna.id, address: '192.0.2.7' },
    ])
    expect(await listRecentLogins(platform.db, platform.now())).toEqual([])
  })

  test('a device is new to an account that has others, until it signs in, and again half a year later', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    await platform.db.deleteFrom('login_devices').execute()
    const isNew = (id: string, userAgent: string, address = '192.0.2.7') =>
      rememberDevice(platform.db, id, { userAgent, address }, platform.now())
    expect(await isNew(anna.id, 'one/1')).toBe(false)
    expect(await isNew(anna.id, 'two/1')).toBe(true)
    expect(await isNew(anna.id, 'two/2')).toBe(false)
    expect(await isNew(anna.id, 'two/1', '192.0.2.8')).toBe(true)
    expect(await isNew(ben.id, 'two/1')).toBe(false)
    platform.pass(180 * day - 1)
    await forgetLoginDevices(platform)
    expect(await isNew(anna.id, 'two/1')).toBe(false)
    platform.pass(1)
    await forgetLoginDevices(platform)
    expect(await isNew(anna.id, 'two/1')).toBe(false)
    expect(await isNew(anna.id, 'one/1')).toBe(true)
  })

  test('an account forgets its oldest device for a new one, and never one that signs in again', async () => {
    const platform = await openTestPlatform(kind)
    const { id } = await registerPerson(platform, 'Anna')
    const isNew = (userAgent: string) => {
      platform.pass(1)
      return rememberDevice(platform.db, id, { userAgent, address: '192.0.2.7' }, platform.now())
    }
    await platform.db.deleteFrom('login_devices').execute()
    for (let at = 0; at < 50; at++) await isNew(`tool${at}/1`)
    expect(await isNew('tool0/1')).toBe(false)
    expect(await isNew('tool50/1')).toBe(true)
    expect(await isNew('tool0/1')).toBe(false)
    expect(await isNew('tool1/1')).toBe(true)
  })

  test('a sign-in waits ten minutes for its second factor, and counts once', async () => {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    const find = async (token: string) => (await findPendingSignIn(db, token, platform.now()))?.username
    const [first, second] = [
      await addPendingSignIn(db, anna.id, platform.now()),
      await addPendingSignIn(db, anna.id, platform.now()),
    ]
    const other = await addPendingSignIn(db, ben.id, platform.now())
    expect(await spendPendingSignIn(db, first)).toBe(true)
    expect(await spendPendingSignIn(db, first)).toBe(false)
    expect(await find(second)).toBe('Anna')
    await endPendingSignIns(db, anna.id)
    expect(await find(second)).toBeUndefined()
    platform.pass(10 * minute - 1)
    await sweepPendingSignIns(platform)
    expect(await find(other)).toBe('Ben')
    platform.pass(1)
    expect(await find(other)).toBeUndefined()
    await sweepPendingSignIns(platform)
    expect(await db.selectFrom('pending_sign_ins').selectAll().execute()).toEqual([])
  })

  test('a further unfinished sign-in ends the oldest one of its account, and none of another', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    const add = (id: string) => {
      platform.pass(1)
      return addPendingSignIn(platform.db, id, platform.now())
    }
    const other = await add(ben.id)
    const tokens: string[] = []
    for (let count = 0; count < 21; count++) tokens.push(await add(anna.id))
    const isPending = async (token = '') =>
      (await findPendingSignIn(platform.db, token, platform.now())) !== undefined
    expect(await isPending(tokens[0])).toBe(false)
    expect(await isPending(tokens[1])).toBe(true)
    expect(await isPending(tokens[20])).toBe(true)
    expect(await isPending(other)).toBe(true)
  })

  test('wrong passwords count until their limits forget them, also after a sweep', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Anna')
    const enter = (given: string) => login(platform, null, { username: 'Anna', password: given }, device)
    for (let wrong = 0; wrong < 10; wrong++) await expect(enter('wrong')).rejects.toThrow('Incorrect')
    platform.pass(15 * minute - 1)
    await sweepPasswordAttempts(platform)
    await expect(enter(password)).rejects.toMatchObject({ reason: 'limited' })
    platform.pass(1)
    await enter(password)
    platform.pass(hour)
    await sweepPasswordAttempts(platform)
    expect(await platform.db.selectFrom('password_attempts').selectAll().execute()).toEqual([])
  })
})
