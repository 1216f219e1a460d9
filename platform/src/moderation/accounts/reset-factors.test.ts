import { hour, minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { operator } from '../../accounts/rules.ts'
import { login } from '../../sign-in/login/login.ts'
import { useSession } from '../../sign-in/sessions/sessions.ts'
import { withAuthenticator } from '../../testing/authenticator.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { resetFactors } from './reset-factors.ts'

async function start() {
  const platform = await openTestPlatform('SQLite')
  const administrator = await registerPerson(platform, 'Administrator')
  const player = await registerPerson(platform, 'Player')
  const { code } = await withAuthenticator(platform, player)
  const enter = (typed?: string) =>
    login(platform, null, { username: 'Player', password, ...(typed && { code: typed }) }, device)
  return { platform, administrator, player, enter, session: await enter(code()) }
}

test('removes the factors of another account, ends its sessions and tells its owner', async () => {
  const { platform, administrator, player, enter, session } = await start()
  await expect(enter()).rejects.toMatchObject({ problem: { code: 'accounts.second_factor_required' } })
  expect(await resetFactors(platform, administrator, { username: 'player' })).toEqual({ id: player.id })
  expect(await useSession(platform, session)).toBeUndefined()
  expect(await useSession(platform, await enter())).toMatchObject({
    actor: { factors: { totp: false, passkey: false } },
  })
  for (const table of ['totp_secrets', 'recovery_codes', 'pending_sign_ins'] as const)
    expect(await platform.db.selectFrom(table).selectAll().execute()).toEqual([])
  const audited = await platform.db.selectFrom('audit_log').select(['action', 'subject']).execute()
  expect(audited).toEqual([{ action: 'resetfactors', subject: `user:${player.id}` }])
  const told = await platform.db.selectFrom('notifications').select('event').orderBy('id').execute()
  expect(told.map(({ event }) => event)).toContain('factors_reset')
})

test('requires an administrator with a fresh proof, or the operator', async () => {
  const { platform, administrator, player, enter } = await start()
  const forbidden = { reason: 'forbidden' }
  await expect(resetFactors(platform, player, { username: 'Administrator' })).rejects.toMatchObject(forbidden)
  const late = { ...administrator, proved: platform.now() - 11 * minute }
  await expect(resetFactors(platform, late, { username: 'Player' })).rejects.toMatchObject({
    problem: { code: 'accounts.fresh_proof_required' },
  })
  await expect(enter()).rejects.toMatchObject({ problem: { code: 'accounts.second_factor_required' } })
  platform.pass(hour)
  await resetFactors(platform, operator, { username: 'Player' })
  await enter()
})
