import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { codeAt, withAuthenticator } from '../../testing/authenticator.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson, signIn } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { completeSignIn, type SecondFactorRequired } from '../login/complete-sign-in.ts'
import { login } from '../login/login.ts'
import { useSession } from '../sessions/sessions.ts'
import { removeTotp } from './remove-factors.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { confirmTotp, setUpTotp, viewTotpSetup } from './set-up-totp.ts'

async function open(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const anna = await registerPerson(platform, 'Anna')
  const enter = (code?: string) =>
    login(platform, null, { username: 'Anna', password, ...(code !== undefined && { code }) }, device)
  return { platform, anna, enter }
}

const refused = (code: string) => ({ problem: { code } })
const wrongCode = { code: 'This code is wrong or was already used' }

const countFulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

describe.each(databases)('an authenticator app on %s', (kind) => {
  test('has no effect before a code confirms it', async () => {
    const { platform, anna, enter } = await open(kind)
    const { secret, uri } = await setUpTotp(platform, anna)
    expect(uri).toBe(
      `otpauth://totp/Baseplate:Anna?issuer=Baseplate&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    await enter()
    expect(await viewTotpSetup(platform, anna)).toMatchObject({ secret, uri })
    const wrong = codeAt(secret, platform.now() + 10 * minute)
    expect(await errorsOf(confirmTotp(platform, anna, { code: wrong }))).toEqual(wrongCode)
    await enter()
    const stored = await platform.db.selectFrom('totp_secrets').select('secret').execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    const { recoveryCodes } = await confirmTotp(platform, anna, { code: codeAt(secret, platform.now()) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await viewTotpSetup(platform, anna)).toBeNull()
    await expect(enter()).rejects.toMatchObject(refused('accounts.second_factor_required'))
    await expect(setUpTotp(platform, anna)).rejects.toMatchObject(refused('accounts.totp_set_up_already'))
  })

  test('is confirmed by one of two simultaneous confirmations', async () => {
    const { platform, anna } = await open(kind)
    const { secret } = await setUpTotp(platform, anna)
    const confirm = () => confirmTotp(platform, anna, { code: codeAt(secret, platform.now()) })
    expect(countFulfilled(await Promise.allSettled([confirm(), confirm()]))).toBe(1)
    expect(await platform.db.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10)
  })

  test('signs in with each code once, also for simultaneous sign-ins', async () => {
    const { platform, anna, enter } = await open(kind)
    const { code } = await withAuthenticator(platform, anna)
    const results = await Promise.allSettled([enter(code()), enter(code())])
    expect(countFulfilled(results)).toBe(1)
    expect(await errorsOf(enter(code()))).toEqual(wrongCode)
    platform.pass(30 * second)
    await enter(code())
  })

  test('accepts a clock that is half a minute off, and refuses one that is more than a minute off', async () => {
    const { platform, anna, enter } = await open(kind)
    const { secret } = await withAuthenticator(platform, anna)
    const off = (ms: number) => codeAt(secret, platform.now() + ms)
    platform.pass(10 * minute)
    for (const ms of [-90, -61, 61, 90]) expect(await errorsOf(enter(off(ms * second)))).toEqual(wrongCode)
    await enter(off(-30 * second))
    platform.pass(minute)
    await enter(off(30 * second))
    // The codes before the accepted future one are used up as well.
    expect(await errorsOf(enter(off(0)))).toEqual(wrongCode)
  })

  test('takes a code after the password as well, until the sign-in expires', async () => {
    const { platform, anna, enter } = await open(kind)
    const { code } = await withAuthenticator(platform, anna)
    const pendingOf = () =>
      enter().then(
        () => '',
        (error: SecondFactorRequired) => error.pending,
      )
    const pending = await pendingOf()
    expect(await useSession(platform, pending)).toBeUndefined()
    expect(
      await errorsOf(completeSignIn(platform, null, { code: '000000' }, { ...device, signInToken: pending })),
    ).toEqual(wrongCode)
    const token = await completeSignIn(platform, null, { code: code() }, { ...device, signInToken: pending })
    expect((await useSession(platform, token))?.actor.factors).toEqual({ totp: true, passkey: false })
    platform.pass(minute)
    const again = completeSignIn(platform, null, { code: code() }, { ...device, signInToken: pending })
    await expect(again).rejects.toMatchObject(refused('accounts.sign_in_expired'))
    const late = await pendingOf()
    platform.pass(11 * minute)
    const expired = completeSignIn(platform, null, { code: code() }, { ...device, signInToken: late })
    await expect(expired).rejects.toMatchObject(refused('accounts.sign_in_expired'))
  })

  test('limits codes for an account', async () => {
    const { platform, anna, enter } = await open(kind)
    const { code } = await withAuthenticator(platform, anna)
    for (let wrong = 0; wrong < 19; wrong++) expect(await errorsOf(enter('000000'))).toEqual(wrongCode)
    await expect(enter(code())).rejects.toMatchObject(refused('accounts.too_many_codes'))
  })

  test('can be replaced by each recovery code once', async () => {
    const { platform, anna, enter } = await open(kind)
    const { recoveryCodes } = await withAuthenticator(platform, anna)
    const [first = '', second = '', third = ''] = recoveryCodes
    const results = await Promise.allSettled([enter(first), enter(first.toUpperCase().replaceAll('-', ' '))])
    expect(countFulfilled(results)).toBe(1)
    expect(await errorsOf(enter(first))).toEqual(wrongCode)
    await enter(second)
    const renewed = await renewRecoveryCodes(platform, anna)
    expect(await errorsOf(enter(third))).toEqual(wrongCode)
    await enter(renewed.recoveryCodes[0])
  })

  test('needs a fresh proof to set up and to remove, and after its removal the password signs in', async () => {
    const { platform, anna, enter } = await open(kind)
    await withAuthenticator(platform, anna)
    platform.pass(10 * minute)
    for (const act of [setUpTotp, removeTotp, renewRecoveryCodes])
      await expect(act(platform, anna)).rejects.toMatchObject(refused('accounts.fresh_proof_required'))
    await removeTotp(platform, await (await signIn(platform, anna))())
    await enter()
    expect(await platform.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    const types = await platform.db.selectFrom('notifications').select('event').orderBy('id').execute()
    expect(types.map(({ event }) => event)).toEqual(['authenticator_added', 'authenticator_removed'])
  })
})
