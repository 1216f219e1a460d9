import { describe, expect, test } from 'vitest'
import { errorsOf } from '../testing/errors.ts'
import { device, password, registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../testing/platforms.ts'
import { changePassword } from './passwords/change-password.ts'
import { endAllSessions, endOneSession } from './sessions/end-sessions.ts'
import { login } from './sessions/login.ts'
import type { PasswordAttempts } from './sessions/password-attempts.ts'
import { listSessions, useSession } from './sessions/sessions.ts'

const change = (from: string, to: string, again = to) => ({
  cpassword: from,
  npassword: to,
  cnpassword: again,
})

async function open(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const anna = await registerPerson(platform, 'Anna')
  const enter = (secret = password) => login(platform, { username: 'Anna', password: secret }, device)
  return { platform, anna, enter, here: { ...device, token: await enter() } }
}

describe.each(databases)('passwords on %s', (kind) => {
  test('every wrong field has its message; the new one may be short', async () => {
    const { platform, anna, here, enter } = await open(kind)
    const errors = (input: object) => errorsOf(changePassword(platform, anna, input, here))
    expect(await errors({})).toEqual({
      cpassword: 'Type your password',
      npassword: 'Type a new password',
      cnpassword: 'Repeat the new password',
    })
    expect(await errors(change('wrong', 'x'))).toEqual({ cpassword: 'Incorrect password' })
    expect(await errors(change(password, 'x', 'y'))).toEqual({ cnpassword: 'Passwords do not match' })
    expect(await errors(change(password, password))).toEqual({
      npassword: 'New password cannot be the same as the current password',
    })
    expect(Object.keys(await errors(change(password, 'x'.repeat(6970))))).toEqual(['npassword'])
    await changePassword(platform, anna, change(password, 'x'), here)
    await changePassword(platform, anna, change('x', 'y'.repeat(6969)), here)
    await enter('y'.repeat(6969))
  })

  test('ends every other session, and lets in nobody with the old one', async () => {
    const { platform, anna, here, enter } = await open(kind)
    const thief = await enter()
    const listed = await listSessions(platform, anna, here.token)
    expect(listed.map(({ current }) => current)).toEqual([true, false, false])
    await changePassword(platform, anna, change(password, 'new'), here)
    expect(await useSession(platform, thief)).toBeUndefined()
    expect(await useSession(platform, here.token)).toBeDefined()
    expect(await errorsOf(enter())).toEqual({ password: 'Incorrect username or password' })
  })

  test('changed twice at once, one wins, and it is the winner’s that counts', async () => {
    const { platform, anna, here, enter } = await open(kind)
    const wanted = ['one', 'two', 'three']
    const results = await Promise.allSettled(
      wanted.map((secret) => changePassword(platform, anna, change(password, secret), here)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason.errors).toEqual({ cpassword: 'Incorrect password' })
    }
    await enter(wanted[results.findIndex(({ status }) => status === 'fulfilled')])
  })

  test('who signs in with the old one while it is changed has no session afterwards', async () => {
    const { platform, anna, here } = await open(kind)
    /** Changes the password after it was found right, and before anything came of that. */
    const passwordAttempts: PasswordAttempts = {
      async try(_attempt, verify) {
        const right = await verify()
        await changePassword(platform, anna, change(password, 'new'), here)
        return right
      },
    }
    const entering = login({ ...platform, passwordAttempts }, { username: 'Anna', password }, device)
    expect(await errorsOf(entering)).toEqual({ password: 'Incorrect username or password' })
    expect(await listSessions(platform, anna, here.token)).toHaveLength(1)
  })

  test('guessing it at the settings is limited as it is at login', async () => {
    const { platform, anna, here, enter } = await open(kind)
    for (let wrong = 0; wrong < 5; wrong++) {
      await errorsOf(endAllSessions(platform, anna, { password: 'wrong' }, device))
      await errorsOf(changePassword(platform, anna, change('wrong', 'x'), here))
    }
    const limited = { reason: 'limited' }
    await expect(endAllSessions(platform, anna, { password }, device)).rejects.toMatchObject(limited)
    await expect(changePassword(platform, anna, change(password, 'x'), here)).rejects.toMatchObject(limited)
    await expect(enter()).rejects.toMatchObject(limited)
    await endAllSessions(platform, anna, { password }, { ...device, address: '192.0.2.77' })
  })

  test('a session is ended alone, by its owner only', async () => {
    const { platform, anna, here, enter } = await open(kind)
    const ben = await registerPerson(platform, 'Ben')
    const there = await enter()
    const other = (await listSessions(platform, anna, there)).find(({ current }) => current)
    const id = other?.id ?? ''
    await endOneSession(platform, ben, { id, token: here.token })
    expect(await useSession(platform, there)).toBeDefined()
    expect(await endOneSession(platform, anna, { id, token: here.token })).toEqual({ own: false })
    expect(await useSession(platform, there)).toBeUndefined()
    expect(await endOneSession(platform, anna, { id, token: here.token })).toEqual({ own: false })
    const own = (await listSessions(platform, anna, here.token))[0]?.id ?? ''
    expect(await endOneSession(platform, anna, { id: own, token: here.token })).toEqual({ own: true })
    expect(await useSession(platform, here.token)).toBeUndefined()
  })
})
