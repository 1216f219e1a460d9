import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { operator, permissionLevel } from '../../accounts/rules.ts'
import { login } from '../../sign-in/login/login.ts'
import { resetPassword } from '../../sign-in/recovery/reset-password.ts'
import { addPendingSignIn } from '../../sign-in/sessions/pending-sign-ins.ts'
import { findPendingSignIn } from '../../sign-in/sessions/queries.ts'
import { createSession } from '../../sign-in/sessions/sessions.ts'
import { createToken, listTokens } from '../../sign-in/tokens/manage-tokens.ts'
import { device, inSession, registerPerson, signIn } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewAccount } from '../actions/view.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { makeResetLink } from './make-reset-link.ts'
import { resetFactors } from './reset-factors.ts'
import { setLevel } from './set-level.ts'

describe.each(databases)('access to another account on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const player = await registerPerson(platform, 'Player')
    const audited = async () =>
      (await platform.db.selectFrom('audit_log').select(['action', 'subject']).execute()).map(
        ({ action, subject }) => `${action} ${subject}`,
      )
    return { platform, administrator, player, audited }
  }
  const newPassword = { password: 'another long password', cpassword: 'another long password' }

  test('ends all sessions of one account and of no other', async () => {
    const { platform, administrator, player, audited } = await start()
    const [there, other] = [await signIn(platform, player), await signIn(platform, administrator)]
    expect((await there()).username).toBe('Player')
    expect(await endSessionsOf(platform, administrator, { username: 'player' })).toEqual({ ended: 2 })
    await expect(there()).rejects.toThrow('the session is over')
    expect((await other()).username).toBe('Administrator')
    expect(await audited()).toEqual([`endsessions user:${player.id}`])
  })

  test('a reset link sets a password once within an hour, and is not stored', async () => {
    const { platform, administrator, player, audited } = await start()
    const { link } = await makeResetLink(platform, administrator, { username: 'Player' })
    const token = link.slice(`${platform.config.baseUrl}/recover/`.length)
    for (const table of ['audit_log', 'recovery_links'] as const) {
      expect(JSON.stringify(await platform.db.selectFrom(table).selectAll().execute())).not.toContain(token)
    }
    await resetPassword(platform, null, { token, ...newPassword }, device)
    await expect(resetPassword(platform, null, { token, ...newPassword }, device)).rejects.toMatchObject({
      reason: 'invalid',
    })
    await login(platform, null, { username: 'Player', password: newPassword.password }, device)
    expect(await audited()).toEqual([`makeresetlink user:${player.id}`])

    const stale = { ...administrator, proved: platform.now() - 11 * minute }
    await expect(makeResetLink(platform, stale, { username: 'Player' })).rejects.toMatchObject({
      problem: { code: 'accounts.fresh_proof_required' },
    })
    const late = await makeResetLink(platform, administrator, { username: 'Player' })
    platform.pass(hour)
    await expect(
      resetPassword(platform, null, { token: late.link.split('/').at(-1) ?? '', ...newPassword }, device),
    ).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('an administrator whose level was lowered is reset by the operator only, for 30 days', async () => {
    const { platform, administrator } = await start()
    await registerPerson(platform, 'Other')
    await setLevel(platform, administrator, { username: 'Other', permissionLevel: '5' })
    await setLevel(platform, administrator, { username: 'Other', permissionLevel: '4' })
    const refused = { problem: { code: 'accounts.former_administrator' } }
    for (const verb of [endSessionsOf, makeResetLink, resetFactors])
      await expect(verb(platform, administrator, { username: 'Other' })).rejects.toMatchObject(refused)
    expect(await viewAccount(platform, administrator, { username: 'Other' })).toMatchObject({
      mayResetAccess: false,
    })
    await makeResetLink(platform, operator, { username: 'Other' })
    platform.pass(30 * day)
    const proved = { ...administrator, proved: platform.now() }
    await makeResetLink(platform, proved, { username: 'Other' })
  })

  test('links, unfinished sign-ins and stronger tokens end with the level that they were made for', async () => {
    const { platform, administrator, player } = await start()
    const token = async () =>
      (await makeResetLink(platform, operator, { username: 'Player' })).link.split('/').at(-1) ?? ''
    const set = (permissionLevel: string) =>
      setLevel(platform, administrator, { username: 'Player', permissionLevel })
    for (const level of ['5', '4', '1']) {
      const link = await token()
      const pending = await addPendingSignIn(platform.db, player.id, platform.now())
      await set(level)
      await expect(
        resetPassword(platform, null, { token: link, ...newPassword }, device),
      ).rejects.toMatchObject({
        problem: { code: 'accounts.link_expired' },
      })
      expect(await findPendingSignIn(platform.db, pending, platform.now())).toBeUndefined()
    }
    const session = await createSession(platform.db, player.id, device, platform.now())
    await set('5')
    const make = (scopes: string) =>
      createToken(
        platform,
        { ...player, permissionLevel: 5 },
        { name: scopes, scopes, expires: '9' },
        inSession(session),
      )
    for (const scopes of ['read', 'moderate', 'administer,read']) await make(scopes)
    const names = async () => (await listTokens(platform, player)).map(({ name }) => name).toSorted()
    await set('4')
    expect(await names()).toEqual(['moderate', 'read'])
    await set('1')
    await set('5')
    expect(await names()).toEqual(['read'])
  })

  test('refuses anyone but administrators, and any administrator’s account', async () => {
    const { platform, administrator, player, audited } = await start()
    const other = await registerPerson(platform, 'Other')
    await setLevel(platform, administrator, { username: 'Other', permissionLevel: '5' })
    const before = await audited()
    const moderator = { ...other, permissionLevel: permissionLevel.moderator }
    for (const verb of [endSessionsOf, makeResetLink]) {
      for (const [actor, username] of [
        [moderator, 'Player'],
        [player, 'Player'],
        [administrator, 'Other'],
        [administrator, 'Administrator'],
      ] as const) {
        await expect(verb(platform, actor, { username })).rejects.toMatchObject({ reason: 'forbidden' })
      }
      await expect(verb(platform, administrator, { username: 'Nobody' })).rejects.toMatchObject({
        reason: 'missing',
      })
    }
    expect(await audited()).toEqual(before)
  })
})
