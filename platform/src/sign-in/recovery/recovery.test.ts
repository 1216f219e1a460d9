import { hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { chooseLanguage } from '../../accounts/choose-language.ts'
import type { Actor } from '../../accounts/rules.ts'
import { sha256 } from '../../foundation/ids.ts'
import { errorsOf } from '../../testing/errors.ts'
import { decoded, type MailServer, nextWith } from '../../testing/mail-server.ts'
import { openWithMail, registerWithEmail } from '../../testing/mail-world.ts'
import { device, inSession, password } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { changePassword } from '../access/change-password.ts'
import { changeEmail } from '../emails/change-email.ts'
import { confirmEmail } from '../emails/confirm-email.ts'
import { login } from '../login/login.ts'
import { register } from '../registration/register.ts'
import { useSession } from '../sessions/sessions.ts'
import { createRecovery } from './recovery.ts'
import { requestRecovery } from './request-recovery.ts'
import { resetPassword, viewRecoveryLink } from './reset-password.ts'

const newPassword = 'a whole new pass phrase'
const form = { password: newPassword, cpassword: newPassword }

const join = registerWithEmail

async function linkFor(
  { platform, server }: { platform: TestPlatform; server: MailServer },
  account: string,
) {
  await requestRecovery(platform, null, { account }, device)
  return (await nextWith(server, 'recover')).token
}

/** Recipients of the recovery links so far. */
const recipients = (server: MailServer) =>
  server.mails.filter(({ message }) => decoded(message).includes('/recover/')).map(({ to }) => to)

const gone = { reason: 'invalid', message: 'This link no longer works. Request a new one.' }

test('sends the link in the language of the account, as text and as a page', async () => {
  const mailed = await openWithMail('SQLite')
  const { platform } = mailed
  const { actor } = await join(platform, 'Anna')
  await chooseLanguage(platform, actor, { language: 'de' })
  await requestRecovery(platform, null, { account: 'Anna' }, device)
  const { text: message, token: link } = await nextWith(mailed.server, 'recover')
  expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
  const [text = '', html = ''] = message.split(/^Content-Type: text\//m).slice(1)
  expect(text).toContain('Hallo Anna!')
  expect(text).toContain(`/recover/${link}`)
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html).toContain('Neues Passwort festlegen</a>')
  expect(html.split(`/recover/${link}`)).toHaveLength(4)

  // An operator may offer fewer languages later, the first of them being the default.
  const offered = { ...(await platform.branding.read()), languages: ['en'] }
  const branding = { ...platform.branding, read: async () => offered }
  const recovery = createRecovery({ ...platform, branding })
  recovery.request('Anna')
  expect((await nextWith(mailed.server, 'recover')).text).toContain('Hello Anna,')
  await recovery.close()
})

describe.each(databases)('password recovery on %s', (kind) => {
  test('sets a new password once, ends all sessions and other links, and signs in', async () => {
    const mailed = await openWithMail(kind)
    const { platform } = mailed
    const { actor, token: stolen } = await join(platform, 'Anna')
    const first = await linkFor(mailed, ' anna ')
    const second = await linkFor(mailed, 'ANNA@Example.org')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(recipients(mailed.server)).toEqual(['Anna@example.org', 'Anna@example.org'])
    const stored = JSON.stringify(await platform.db.selectFrom('recovery_links').selectAll().execute())
    expect(stored).toContain(sha256(first))
    expect(stored).not.toContain(first)

    // Viewing the link does not use it up.
    for (let look = 0; look < 3; look++) {
      expect(await viewRecoveryLink(platform, null, { token: first })).toEqual({
        state: 'open',
        username: 'Anna',
      })
    }
    expect(
      await errorsOf(
        resetPassword(platform, null, { token: first, password: 'short', cpassword: 'x' }, device),
      ),
    ).toEqual({
      password: 'Use at least 16 characters',
    })
    const token = await resetPassword(platform, null, { token: first, ...form }, device)
    expect((await useSession(platform, token))?.actor).toEqual(actor)
    expect(await useSession(platform, stolen)).toBeUndefined()
    for (const link of [first, second]) {
      expect(await viewRecoveryLink(platform, null, { token: link })).toEqual({
        state: 'ended',
        username: null,
      })
      await expect(resetPassword(platform, null, { token: link, ...form }, device)).rejects.toMatchObject(
        gone,
      )
    }
    await expect(login(platform, null, { username: 'Anna', password }, device)).rejects.toThrow()
    await login(platform, null, { username: 'Anna', password: newPassword }, device)
  })

  test('lets one of several simultaneous uses of a link win', async () => {
    const mailed = await openWithMail(kind)
    const { platform } = mailed
    await join(platform, 'Anna')
    const link = await linkFor(mailed, 'Anna')
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => {
        const secret = `${newPassword} ${at}`
        return resetPassword(platform, null, { token: link, password: secret, cpassword: secret }, device)
      }),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    await login(platform, null, { username: 'Anna', password: `${newPassword} ${winner}` }, device)
    expect(await platform.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(2)
  })

  test('accepts a link for one hour, for its own account', async () => {
    const mailed = await openWithMail(kind)
    const { platform } = mailed
    await join(platform, 'Anna')
    const { token: others } = await join(platform, 'Ben')
    const link = await linkFor(mailed, 'Anna')
    platform.pass(hour - 1)
    expect(await viewRecoveryLink(platform, null, { token: link })).toMatchObject({ state: 'open' })
    platform.pass(1)
    expect(await viewRecoveryLink(platform, null, { token: link })).toEqual({
      state: 'expired',
      username: null,
    })
    await expect(resetPassword(platform, null, { token: link, ...form }, device)).rejects.toMatchObject(gone)
    expect(await viewRecoveryLink(platform, null, { token: `${link}x` })).toEqual({
      state: 'unknown',
      username: null,
    })

    const next = await linkFor(mailed, 'Anna')
    await resetPassword(platform, null, { token: next, ...form }, device)
    expect(await useSession(platform, others)).toBeDefined()
    await login(platform, null, { username: 'Ben', password }, device)
  })

  test('ends the links when the password or the address changes', async () => {
    const mailed = await openWithMail(kind)
    const { platform } = mailed
    const { actor, token } = await join(platform, 'Anna')
    const here = inSession(token)
    const first = await linkFor(mailed, 'Anna')
    const change = { cpassword: password, npassword: newPassword, cnpassword: newPassword }
    await changePassword(platform, actor, change, here)
    await expect(resetPassword(platform, null, { token: first, ...form }, device)).rejects.toMatchObject(gone)
    const second = await linkFor(mailed, 'Anna')
    await changeEmail(platform, actor, { email: 'other@example.org', password: newPassword }, device)
    expect(await viewRecoveryLink(platform, null, { token: second })).toMatchObject({ state: 'open' })
    await confirmEmail(platform, null, { token: (await nextWith(mailed.server, 'confirm-email')).token })
    await expect(resetPassword(platform, null, { token: second, ...form }, device)).rejects.toMatchObject(
      gone,
    )
    await linkFor(mailed, 'other@example.org')
    expect(recipients(mailed.server).at(-1)).toBe('other@example.org')
  })

  test('sends nothing to an unknown account or one without an address, and does not reveal it', async () => {
    const mailed = await openWithMail(kind)
    const { platform, server } = mailed
    await join(platform, 'Anna')
    await register(platform, null, { username: 'Mailless', password, cpassword: password }, device)
    for (const account of ['Nobody', 'Mailless', 'no@body.org', '<script>', "'; --", '@']) {
      expect(await requestRecovery(platform, null, { account }, device)).toBeUndefined()
    }
    // Requests are handled in order, so this mail is the first one.
    await linkFor(mailed, 'Anna')
    expect(recipients(server)).toEqual(['Anna@example.org'])
  })

  test('limits mails to three an hour for an account, and requests to ten for an address', async () => {
    const mailed = await openWithMail(kind)
    const { platform, server } = mailed
    await join(platform, 'Anna')
    const from = (address: string) => ({ ...device, address })
    for (let time = 0; time < 5; time++) {
      await requestRecovery(platform, null, { account: 'Anna' }, from('198.51.100.2'))
    }
    for (let time = 0; time < 3; time++) await nextWith(server, 'recover')
    await expect
      .poll(() => platform.db.selectFrom('recovery_links').select('user_id').execute())
      .toHaveLength(3)
    platform.pass(hour + minute)
    await requestRecovery(platform, null, { account: 'Anna' }, from('198.51.100.3'))
    await nextWith(server, 'recover')
    expect(recipients(server)).toHaveLength(4)

    const asking = Array.from({ length: 12 }, () =>
      requestRecovery(platform, null, { account: 'Nobody' }, from('2001:db8::1')),
    )
    const results = await Promise.allSettled(asking)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    // A /64 network counts as one address.
    await expect(
      requestRecovery(platform, null, { account: 'Nobody' }, from('2001:db8::2')),
    ).rejects.toMatchObject({
      reason: 'limited',
    })
  })

  test('is not available without a mail server', async () => {
    const platform = await openTestPlatform(kind, { Registration: { Emails: true } })
    expect(platform.recovery.available).toBe(false)
    await expect(requestRecovery(platform, null, { account: 'Anna' }, device)).rejects.toMatchObject({
      message: 'Password recovery isn’t available here',
    })
  })

  test('allows one account per address, in any letter case, also for simultaneous requests', async () => {
    const { platform } = await openWithMail(kind)
    const inUse = { email: 'This email is already in use' }
    const { actor: anna } = await join(platform, 'Anna', 'anna@example.org')
    const registering = (username: string, email: string) =>
      register(platform, null, { username, email, password, cpassword: password }, device)
    expect(await errorsOf(registering('anna', 'ANNA@example.ORG'))).toEqual({
      username: 'This username is already in use',
      ...inUse,
    })
    const invalid = { email: 'Enter an email address that can receive mail' }
    expect(await errorsOf(registering('Ben', 'not an address'))).toEqual(invalid)
    const results = await Promise.allSettled(
      ['Ben', 'Carla'].map((name) => registering(name, 'shared@example.org')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { errors: inUse } })

    const change = (actor: Actor, email: string, secret = password) =>
      changeEmail(platform, actor, { email, password: secret }, device)
    // The mail says that the address is taken, not the response.
    expect(await change(anna, 'Shared@example.org')).toEqual({ pending: 'Shared@example.org' })
    expect(await errorsOf(change(anna, 'anna@new.org', 'wrong'))).toEqual({ password: 'Incorrect password' })
    expect(await errorsOf(change(anna, 'x'))).toEqual(invalid)
    await change(anna, 'Anna@example.org')
    await change(anna, '')
    await registering('Dora', 'anna@example.org')
  })
})
