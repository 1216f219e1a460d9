import { hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { chooseLanguage } from '../accounts/choose-language.ts'
import { operator } from '../accounts/rules.ts'
import { makeResetLink } from '../moderation/accounts/make-reset-link.ts'
import { changePassword } from '../sign-in/access/change-password.ts'
import { changeEmail } from '../sign-in/emails/change-email.ts'
import { login } from '../sign-in/login/login.ts'
import { resetPassword } from '../sign-in/recovery/reset-password.ts'
import { withAuthenticator } from '../testing/authenticator.ts'
import { nextWith } from '../testing/mail-server.ts'
import { confirmAddress, openWithMail, registerWithEmail } from '../testing/mail-world.ts'
import { device, inSession, password } from '../testing/people.ts'
import { databases } from '../testing/platforms.ts'

test('changes of an account are mailed to its owner, in their language, and to the old address', async () => {
  const { platform, server } = await openWithMail('SQLite')
  const email = 'anna@example.org'
  const { actor: anna, token } = await registerWithEmail(platform, 'Anna', email)
  await confirmAddress(platform, anna)
  const next = async () => {
    const { to, text } = await nextWith(server, 'secure')
    return [to, text] as const
  }

  await withAuthenticator(platform, anna)
  const [, added] = await next()
  expect(added).toContain('Subject: Baseplate: An authenticator app was added to your account\r\n')
  expect(added).toContain('Hello Anna,')
  expect(added).toContain('An authenticator app was added to your account')
  expect(added).toContain('/settings/security')

  await chooseLanguage(platform, anna, { language: 'de' })
  const passwords = { cpassword: password, npassword: 'another password', cnpassword: 'another password' }
  await changePassword(platform, anna, { ...passwords, weakpassword: 'true' }, inSession(token))
  const [, changed] = await next()
  expect(changed).toContain('Hallo Anna!')
  expect(changed).toContain('Das Passwort deines Kontos wurde geändert')
  expect(changed).toContain('Das warst nicht du?')

  const moved = { email: 'thief@example.org', password: 'another password' }
  await changeEmail(platform, anna, moved, device)
  const [to, told] = await next()
  expect([to, told]).toEqual([
    email,
    expect.stringContaining('Änderung der E-Mail-Adresse zu thief@example.org angefordert'),
  ])

  const { link } = await makeResetLink(platform, operator, { username: 'Anna' })
  const fresh = { password: 'yet another password', cpassword: 'yet another password' }
  const resetting = resetPassword(platform, null, { token: link.split('/').at(-1) ?? '', ...fresh }, device)
  // The link does not replace the second factor.
  await expect(resetting).rejects.toMatchObject({ problem: { code: 'accounts.second_factor_required' } })
  expect((await next())[1]).toContain('Das Passwort deines Kontos wurde geändert')
  const sessions = await platform.db.selectFrom('sessions').selectAll().execute()
  expect(sessions).toEqual([])
})

describe.each(databases)('notices about sign-ins on %s', (kind) => {
  async function start() {
    const { platform, server } = await openWithMail(kind)
    const { actor } = await registerWithEmail(platform, 'Anna', 'anna@example.org')
    const signIn = (program: number) =>
      login(platform, null, { username: 'Anna', password }, { ...device, userAgent: `Tool${program}/1.0` })
    const waiting = () =>
      platform.db.selectFrom('mails').select(['subject', 'text']).orderBy('created').orderBy('id').execute()
    return { platform, server, actor, signIn, waiting }
  }

  test('are not mailed to an address that nobody has confirmed', async () => {
    const { platform, server, signIn, actor, waiting } = await start()
    await nextWith(server, 'confirm-email')
    await expect.poll(waiting).toEqual([])
    await platform.mailer?.close()
    for (let program = 0; program < 3; program++) await signIn(program)
    expect(await waiting()).toEqual([])
    await confirmAddress(platform, actor)
    await signIn(3)
    expect(await waiting()).toHaveLength(1)
  })

  test('are few an hour, then one that says so, without words of the client in their subjects', async () => {
    const { platform, actor, signIn, waiting } = await start()
    await platform.mailer?.close()
    await platform.db.deleteFrom('mails').execute()
    await confirmAddress(platform, actor)
    for (let program = 0; program < 9; program++) await signIn(program)
    const mails = await waiting()
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Baseplate: More has happened in your account',
      ...Array.from({ length: 3 }, () => 'Baseplate: New sign-in to your account'),
    ])
    await changeEmail(platform, actor, { email: 'new@example.org', password }, device)
    expect((await waiting()).map(({ subject }) => subject)).toContain(
      'Baseplate: A new email address was requested',
    )
    platform.pass(hour)
    await signIn(10)
    expect(await waiting()).toHaveLength(7)
  })
})
