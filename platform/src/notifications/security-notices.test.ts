import { expect, onTestFinished, test } from 'vitest'
import { chooseLanguage } from '../accounts/choose-language.ts'
import { changeEmail } from '../accounts/emails/change-email.ts'
import { changePassword } from '../accounts/passwords/change-password.ts'
import { resetPassword } from '../accounts/passwords/reset-password.ts'
import { register } from '../accounts/registration/register.ts'
import { operator } from '../accounts/rules.ts'
import { useSession } from '../accounts/sessions/sessions.ts'
import { makeResetLink } from '../moderation/accounts/make-reset-link.ts'
import { withAuthenticator } from '../testing/authenticator.ts'
import { nextWith, startMailServer } from '../testing/mail-server.ts'
import { device, password } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'

test('changes of an account are mailed to its owner, in their language, and to the old address', async () => {
  const server = await startMailServer()
  const platform = await openTestPlatform('SQLite', {
    Registration: { Emails: true },
    Email: { Host: '127.0.0.1', Port: server.port, Security: 'None', From: 'no-reply@example.org' },
  })
  onTestFinished(server.close)
  const email = 'anna@example.org'
  const token = await register(platform, { username: 'Anna', email, password, cpassword: password }, device)
  const anna = (await useSession(platform, token))?.actor ?? operator
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

  await chooseLanguage(platform, anna, 'de')
  const passwords = { cpassword: password, npassword: 'another password', cnpassword: 'another password' }
  await changePassword(platform, anna, { ...passwords, weakpassword: 'true' }, { ...device, token })
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

  const { link } = await makeResetLink(platform, operator, 'Anna')
  const fresh = { password: 'yet another password', cpassword: 'yet another password' }
  const resetting = resetPassword(platform, link.split('/').at(-1) ?? '', fresh, device)
  // The link does not replace the second factor.
  await expect(resetting).rejects.toMatchObject({ problem: { code: 'accounts.second_factor_required' } })
  expect((await next())[1]).toContain('Das Passwort deines Kontos wurde geändert')
  const sessions = await platform.db.selectFrom('sessions').selectAll().execute()
  expect(sessions).toEqual([])
})
