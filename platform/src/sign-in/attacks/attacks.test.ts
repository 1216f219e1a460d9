import { randomUUID } from 'node:crypto'
import { hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { challengeOf, solved } from '../../testing/work.ts'
import { login } from '../login/login.ts'
import { register } from '../registration/register.ts'
import { levelOf } from './rules.ts'

const from = (address: string) => ({ ...device, address, isOwnMachine: false })

test('the level of work rises with each doubling of the normal events, up to a maximum', () => {
  expect([0, 99, 100, 199, 200, 400, 1e9].map((events) => levelOf(events, 100))).toEqual([
    0, 0, 1, 1, 2, 3, 6,
  ])
})

describe.each(databases)('on %s', (kind) => {
  const open = (limits: object = {}, registration: object = {}) =>
    openTestPlatform(kind, {
      Security: { WorkHashes: 2, ...limits },
      Registration: registration,
    })

  test('the right password with a solution opens an account whose password is being guessed', async () => {
    const platform = await open()
    await registerPerson(platform, 'Anna')
    const enter = (given: string, work?: string) =>
      login(platform, null, { username: 'Anna', password: given, work }, from('192.0.2.7'))
    for (let wrong = 0; wrong < 10; wrong++) await errorsOf(enter('wrong'))
    const { parameters } = await challengeOf(enter(password))
    expect(parameters.data).toMatchObject({ purpose: 'sign-in', level: 1, network: '192.0.2.0/24' })
    // A wrong password costs a solution, and counts.
    const wrong = enter('wrong', await solved(await challengeOf(enter('wrong'))))
    expect(await errorsOf(wrong)).toEqual({ password: 'Incorrect username or password' })
    await enter(password, await solved(await challengeOf(enter(password))))
    // A right password ends the pair's limit.
    await enter(password)
  })

  test('many wrong passwords on the platform make sign-ins from new addresses take work', async () => {
    const platform = await open({ UsualWrongPasswords: 8 })
    await registerPerson(platform, 'Anna')
    const enter = (address: string, work?: string) =>
      login(platform, null, { username: 'Anna', password, work }, from(address))
    await enter('198.51.100.1')
    const fail = (at: number) =>
      errorsOf(login(platform, null, { username: `user_${at}`, password: 'wrong' }, from(`203.0.${at}.1`)))
    for (let at = 0; at < 8; at++) await fail(at)
    const challenge = await challengeOf(enter('192.0.2.7'))
    await enter('192.0.2.7', await solved(challenge))
    // Addresses that have signed in to the account go on as usual.
    await enter('192.0.2.7')
    await enter('198.51.100.1')
    await challengeOf(enter('192.0.2.8'))
    platform.pass(31 * minute)
    await enter('192.0.2.8')
  })

  test('work for an attack on the platform does not pay for an account that is attacked far more', async () => {
    const platform = await open({ UsualWrongPasswords: 1 })
    await registerPerson(platform, 'Anna')
    await errorsOf(login(platform, null, { username: 'Ben', password: 'wrong' }, from('203.0.113.1')))
    const enter = (work?: string) =>
      login(platform, null, { username: 'Anna', password, work }, from('192.0.2.7'))
    const challenge = await challengeOf(enter())
    expect(challenge.parameters.data.level).toBe(1)
    const wrong = { account: 'anna', address: '192.0.2.7', at: platform.now(), state: 'wrong' } as const
    const rows = Array.from({ length: 40 }, () => ({ ...wrong, id: randomUUID() }))
    await platform.db.insertInto('password_attempts').values(rows).execute()
    const next = await challengeOf(enter(await solved(challenge)))
    expect(next.parameters.data.level).toBe(3)
    await enter(await solved(next))
  })

  test('registrations beyond the limit of an address take more and more work', async () => {
    const platform = await open({}, { PerAddress: 2 })
    let count = 0
    const join = (work?: string) =>
      register(
        platform,
        null,
        { username: `user_${count}`, password, cpassword: password, work },
        from('192.0.2.7'),
      ).then(() => count++)
    await join()
    await join()
    const levels: number[] = []
    for (let more = 0; more < 4; more++) {
      const challenge = await challengeOf(join())
      levels.push(challenge.parameters.data.level)
      await join(await solved(challenge))
    }
    expect(levels).toEqual([1, 1, 2, 2])
  })

  test('many registrations on the platform make all of them take work for a while', async () => {
    const platform = await open({}, { UsualPerHour: 3 })
    const join = (at: number, work?: string) =>
      register(
        platform,
        null,
        { username: `user_${at}`, password, cpassword: password, work },
        from(`203.0.${at}.1`),
      )
    for (let at = 0; at < 3; at++) await join(at)
    const challenge = await challengeOf(join(3))
    await join(3, await solved(challenge))
    await join(4, await solved(await challengeOf(join(4))))
    platform.pass(2 * hour)
    await join(5)
  })
})
