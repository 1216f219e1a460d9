import { describe, expect, test } from 'vitest'
import { resetPassword } from '../../accounts/passwords/reset-password.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import { login } from '../../accounts/sessions/login.ts'
import { hour, minute } from '../../foundation/clock.ts'
import { device, registerPerson, signIn } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { makeResetLink } from './make-reset-link.ts'
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
    expect(await endSessionsOf(platform, administrator, 'player')).toEqual({ ended: 2 })
    await expect(there()).rejects.toThrow('the session is over')
    expect((await other()).username).toBe('Administrator')
    expect(await audited()).toEqual([`endsessions user:${player.id}`])
  })

  test('a reset link sets a password once within an hour, and is not stored', async () => {
    const { platform, administrator, player, audited } = await start()
    const { link } = await makeResetLink(platform, administrator, 'Player')
    const token = link.slice(`${platform.config.baseUrl}/recover/`.length)
    for (const table of ['audit_log', 'recovery_links'] as const) {
      expect(JSON.stringify(await platform.db.selectFrom(table).selectAll().execute())).not.toContain(token)
    }
    await resetPassword(platform, token, newPassword, device)
    await expect(resetPassword(platform, token, newPassword, device)).rejects.toMatchObject({
      reason: 'invalid',
    })
    await login(platform, { username: 'Player', password: newPassword.password }, device)
    expect(await audited()).toEqual([`makeresetlink user:${player.id}`])

    const stale = { ...administrator, proved: platform.now() - 11 * minute }
    await expect(makeResetLink(platform, stale, 'Player')).rejects.toMatchObject({
      problem: { code: 'accounts.fresh_proof_required' },
    })
    const late = await makeResetLink(platform, administrator, 'Player')
    platform.pass(hour)
    await expect(
      resetPassword(platform, late.link.split('/').at(-1) ?? '', newPassword, device),
    ).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('refuses anyone but administrators, and any administrator’s account', async () => {
    const { platform, administrator, player, audited } = await start()
    const other = await registerPerson(platform, 'Other')
    await setLevel(platform, administrator, 'Other', { permissionLevel: '5' })
    const before = await audited()
    const moderator = { ...other, permissionLevel: permissionLevel.moderator }
    for (const verb of [endSessionsOf, makeResetLink]) {
      for (const [actor, username] of [
        [moderator, 'Player'],
        [player, 'Player'],
        [administrator, 'Other'],
        [administrator, 'Administrator'],
      ] as const) {
        await expect(verb(platform, actor, username)).rejects.toMatchObject({ reason: 'forbidden' })
      }
      await expect(verb(platform, administrator, 'Nobody')).rejects.toMatchObject({ reason: 'missing' })
    }
    expect(await audited()).toEqual(before)
  })
})
