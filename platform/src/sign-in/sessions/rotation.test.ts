import { day, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { isProofFresh } from '../../accounts/factors/rules.ts'
import { operator } from '../../accounts/rules.ts'
import { sha256 } from '../../foundation/ids.ts'
import { setLevel } from '../../moderation/accounts/set-level.ts'
import { withAuthenticator } from '../../testing/authenticator.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { endOneSession, endSession } from '../access/end-sessions.ts'
import { prove, recordProof } from '../factors/prove.ts'
import { login } from '../login/login.ts'
import { listLiveSessions, requestRotation } from './queries.ts'
import { rotateDueSession } from './rotate-session.ts'
import { listSessions, removeExpiredSessions, sessionId, useSession } from './sessions.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(databases)('session tokens on %s', (kind) => {
  test('are replaced once after a change of the level, and end a minute later', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const token = await login(platform, null, { username: 'Anna', password }, device)
    expect((await useSession(platform, token))?.rotationDue).toBe(false)
    await registerPerson(platform, 'Ben')
    await setLevel(platform, operator, { username: 'Ben', permissionLevel: '5' })
    await setLevel(platform, operator, { username: 'Anna', permissionLevel: '4' })
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

  test('prove an identity only at the level at which it was proved', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Anna')
    await registerPerson(platform, 'Ben')
    const byPassword = await login(platform, null, { username: 'Anna', password }, device)
    const fresh = async (token: string) =>
      isProofFresh((await useSession(platform, token))?.actor ?? { proved: 0 }, platform.now())
    expect(await fresh(byPassword)).toBe(true)
    await setLevel(platform, operator, { username: 'Ben', permissionLevel: '5' })
    expect(await fresh(byPassword)).toBe(true)
    await setLevel(platform, operator, { username: 'Anna', permissionLevel: '4' })
    const replacement = (await rotateDueSession(platform, byPassword)) ?? ''
    expect([await fresh(byPassword), await fresh(replacement)]).toEqual([false, false])
    expect(await fresh(await login(platform, null, { username: 'Anna', password }, device))).toBe(true)
  })

  test('that are replaced end within the minute, also if an older version has renewed them', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const token = await login(platform, null, { username: 'Anna', password }, device)
    const { token: fresh = '' } = await recordProof(platform.db, anna, token, platform.now())
    await platform.db
      .updateTable('sessions')
      .set({ expires: platform.now() + 30 * day })
      .where('token_hash', '=', sha256(token))
      .execute()
    platform.pass(minute)
    expect(await useSession(platform, token)).toBeUndefined()
    expect(await listLiveSessions(platform.db, [token, fresh].map(sha256), platform.now())).toEqual([
      sha256(fresh),
    ])
    await removeExpiredSessions(platform)
    expect(await platform.db.selectFrom('sessions').selectAll().execute()).toHaveLength(2)
  })

  test('that are due for replacement are not renewed, so that no late cookie holds the old one', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const token = await login(platform, null, { username: 'Anna', password }, device)
    platform.pass(2 * day)
    await requestRotation(platform.db, anna.id)
    const tabs = await Promise.all([useSession(platform, token), useSession(platform, token)])
    expect(tabs).toEqual([
      expect.objectContaining({ renewed: false, rotationDue: true }),
      expect.objectContaining({ renewed: false, rotationDue: true }),
    ])
    expect(await useSession(platform, (await rotateDueSession(platform, token)) ?? '')).toBeDefined()
  })

  test('all end with their session, whichever of them is signed out', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const start = () => login(platform, null, { username: 'Anna', password }, device)
    const stay = await start()
    const renew = async (token: string) =>
      (await recordProof(platform.db, anna, token, platform.now())).token ?? ''
    const endings = [
      (token: string) => endSession(platform, token),
      async (token: string) => {
        const listed = await listSessions(platform, anna, token)
        const id = listed.find(({ current }) => current)?.id ?? sessionId(sha256(token))
        expect(await endOneSession(platform, anna, { id }, inSession(token))).toEqual({ own: true })
      },
    ]
    for (const end of endings)
      for (const which of [0, 1, 2]) {
        const first = await start()
        const second = await renew(first)
        const tokens = [first, second, await renew(second)]
        await end(tokens[which] ?? '')
        for (const token of tokens) expect(await useSession(platform, token)).toBeUndefined()
      }
    expect(await useSession(platform, stay)).toBeDefined()
  })

  test('are replaced by a proof, which is the password or a code that is used once', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const { code } = await withAuthenticator(platform, anna)
    const token = await login(platform, null, { username: 'Anna', password, code: code() }, device)
    platform.pass(11 * minute)
    const session = await useSession(platform, token)
    const actor = session?.actor ?? anna
    const give = (proofpassword: string) => prove(platform, actor, { proofpassword }, inSession(token))
    expect(await errorsOf(give('wrong'))).toEqual({ proofpassword: 'Incorrect password' })
    const byCode = await give(code())
    expect((await useSession(platform, byCode.token ?? ''))?.actor.proved).toBe(platform.now())
    expect(await errorsOf(give(code()))).toEqual({ proofpassword: 'Incorrect password' })
    // The request that replaced the token came first, so this one keeps its own.
    expect((await give(password)).token).toBeUndefined()
  })

  test('are reported to the owner when their device is new to the account', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Anna')
    const enter = (from: Partial<typeof device>) =>
      login(platform, null, { username: 'Anna', password }, { ...device, ...from })
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
