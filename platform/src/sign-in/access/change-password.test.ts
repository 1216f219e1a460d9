import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../testing/errors.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import type { PasswordAttempts } from '../attacks/password-attempts.ts'
import { login } from '../login/login.ts'
import { listSessions, useSession } from '../sessions/sessions.ts'
import { changePassword } from './change-password.ts'
import { endAllSessions } from './end-sessions.ts'

const change = (from: string, to: string, again = to) => ({
  cpassword: from,
  npassword: to,
  cnpassword: again,
})

async function open(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const anna = await registerPerson(platform, 'Anna')
  const enter = (secret = password) => login(platform, null, { username: 'Anna', password: secret }, device)
  return { platform, anna, enter, here: inSession(await enter()) }
}

describe.each(databases)('changing a password on %s', (kind) => {
  test('reports every invalid field, and accepts a short new password', async () => {
    const { platform, anna, here, enter } = await open(kind)
    const errors = (input: Record<string, unknown>) => errorsOf(changePassword(platform, anna, input, here))
    expect(await errors({})).toEqual({
      cpassword: 'Enter your password',
      npassword: 'Enter a password',
      cnpassword: 'Repeat the password',
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

  test('ends every other session and invalidates the old password', async () => {
    const { platform, anna, here, enter } = await open(kind)
    const thief = await enter()
    const listed = await listSessions(platform, anna, here.sessionToken)
    expect(listed.map(({ current }) => current)).toEqual([true, false, false])
    await changePassword(platform, anna, change(password, 'new'), here)
    expect(await useSession(platform, thief)).toBeUndefined()
    expect(await useSession(platform, here.sessionToken)).toBeDefined()
    expect(await errorsOf(enter())).toEqual({ password: 'Incorrect username or password' })
  })

  test('lets one of several simultaneous changes win', async () => {
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

  test('refuses a login with the old password that overlaps the change', async () => {
    const { platform, anna, here } = await open(kind)
    /** Changes the password between its verification and the start of the session. */
    const passwordAttempts: PasswordAttempts = {
      async try(_attempt, verify) {
        const isRight = await verify()
        await changePassword(platform, anna, change(password, 'new'), here)
        return isRight
      },
    }
    const entering = login({ ...platform, passwordAttempts }, null, { username: 'Anna', password }, device)
    expect(await errorsOf(entering)).toEqual({ password: 'Incorrect username or password' })
    expect(await listSessions(platform, anna, here.sessionToken)).toHaveLength(1)
  })

  test('limits wrong passwords at the settings together with those at login', async () => {
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
})
