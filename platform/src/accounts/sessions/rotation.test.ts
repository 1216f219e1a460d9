import { describe, expect, test } from 'vitest'
import { minute } from '../../foundation/clock.ts'
import { setLevel } from '../../moderation/accounts/set-level.ts'
import { withAuthenticator } from '../../testing/authenticator.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { prove } from '../factors/prove.ts'
import { operator } from '../rules.ts'
import { login } from './login.ts'
import { rotateDueSession } from './rotate-session.ts'
import { listSessions, useSession } from './sessions.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(databases)('session tokens on %s', (kind) => {
  test('are replaced once after a change of the level, and end a minute later', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const token = await login(platform, { username: 'Anna', password }, device)
    expect((await useSession(platform, token))?.rotationDue).toBe(false)
    await registerPerson(platform, 'Ben')
    await setLevel(platform, operator, 'Ben', { permissionLevel: '5' })
    await setLevel(platform, operator, 'Anna', { permissionLevel: '4' })
    expect((await useSession(platform, token))?.rotationDue).toBe(true)
    const rotate = () => rotateDueSession(platform, token)
    const replaced = (await Promise.all([rotate(), rotate()])).filter((fresh) => fresh !== undefined)
    expect(replaced).toHaveLength(1)
    const [fresh = ''] = replaced
    expect(await useSession(platform, token)).toMatchObject({ rotationDue: false, renewed: false })
    expect(await useSession(platform, fresh)).toMatchObject({ rotationDue: false })
    expect((await listSessions(platform, anna, fresh)).filter(({ current }) => current)).toHaveLength(1)
    expect(await listSessions(platform, anna, fresh)).toHaveLength(2)
    platform.pass(minute)
    expect(await useSession(platform, token)).toBeUndefined()
    expect(await useSession(platform, fresh)).toBeDefined()
  })

  test('are replaced by a proof, which is the password or a code that is used once', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const { code } = await withAuthenticator(platform, anna)
    const token = await login(platform, { username: 'Anna', password, code: code() }, device)
    platform.pass(11 * minute)
    const session = await useSession(platform, token)
    const actor = session?.actor ?? anna
    const give = (proofpassword: string) => prove(platform, actor, { proofpassword }, { ...device, token })
    expect(await errorsOf(give('wrong'))).toEqual({ proofpassword: 'Incorrect password' })
    const byCode = await give(code())
    expect((await useSession(platform, byCode.token ?? ''))?.actor.proved).toBe(platform.now())
    expect(await errorsOf(give(code()))).toEqual({ proofpassword: 'Incorrect password' })
    // The request that replaced the token came first, so this one keeps its own.
    expect((await give(password)).token).toBeUndefined()
  })

  test('of a device that is new to the account are reported to the owner', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Anna')
    const enter = (from: Partial<typeof device>) =>
      login(platform, { username: 'Anna', password }, { ...device, ...from })
    await enter({})
    await enter({ userAgent: firefox })
    await enter({ userAgent: firefox })
    await enter({ address: '192.0.2.7' })
    const told = await platform.db.selectFrom('notifications').selectAll().orderBy('id').execute()
    expect(told.map(({ event, details }) => [event, JSON.parse(details)])).toEqual([
      ['new_device', { device: 'Firefox on Linux', address: '127.0.0.1' }],
      ['new_device', { device: 'Test', address: '192.0.2.7' }],
    ])
  })
})
