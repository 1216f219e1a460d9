import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { decoded, type MailServer, nextWith } from '../../testing/mail-server.ts'
import { openWithMail, registerWithEmail } from '../../testing/mail-world.ts'
import { device, inSession, password } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { changePassword } from '../access/change-password.ts'
import { changeEmail } from './change-email.ts'
import { confirmEmail, viewEmailLink } from './confirm-email.ts'
import { cancelEmailChange, sendEmailLink, viewEmail } from './send-link.ts'

const gone = { reason: 'invalid', problem: { code: 'accounts.link_expired' } }

const change = (platform: TestPlatform, actor: Actor, email: string) =>
  changeEmail(platform, actor, { email, password }, device)

const linkOf = async (server: MailServer) => (await nextWith(server, 'confirm-email')).token

describe.each(databases)('an address on %s', (kind) => {
  test('is confirmed once, with a link that views do not use up', async () => {
    const { platform, server } = await openWithMail(kind)
    const { actor } = await registerWithEmail(platform, 'Anna')
    const { to, token, text } = await nextWith(server, 'confirm-email')
    expect(to).toBe('Anna@example.org')
    expect(text).toContain('Hello Anna,')
    const stored = JSON.stringify(await platform.db.selectFrom('email_links').selectAll().execute())
    expect(stored).not.toContain(token)
    expect(await viewEmail(platform, actor)).toMatchObject({ emailVerified: false, pendingEmail: null })
    for (let look = 0; look < 3; look++)
      expect(await viewEmailLink(platform, null, { token })).toEqual({
        state: 'open',
        username: 'Anna',
        email: 'Anna@example.org',
      })
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => confirmEmail(platform, null, { token })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await viewEmail(platform, actor)).toMatchObject({ emailVerified: true })
    expect(await viewEmailLink(platform, null, { token })).toMatchObject({ state: 'confirmed' })
    await expect(confirmEmail(platform, null, { token })).rejects.toMatchObject(gone)
    await expect(sendEmailLink(platform, actor)).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('changes when the new mailbox confirms it, and the old one is notified twice', async () => {
    const { platform, server } = await openWithMail(kind)
    const { actor } = await registerWithEmail(platform, 'Anna')
    await confirmEmail(platform, null, { token: await linkOf(server) })
    expect(await change(platform, actor, 'new@example.org')).toEqual({ pending: 'new@example.org' })
    const link = await nextWith(server, 'confirm-email')
    expect(link.to).toBe('new@example.org')
    expect(await viewEmail(platform, actor)).toMatchObject({
      email: 'Anna@example.org',
      emailVerified: true,
      pendingEmail: 'new@example.org',
    })
    await confirmEmail(platform, null, { token: link.token })
    expect(await viewEmail(platform, actor)).toMatchObject({
      email: 'new@example.org',
      emailVerified: true,
      pendingEmail: null,
    })
    const told = await platform.db.selectFrom('notifications').select('event').orderBy('id').execute()
    expect(told.map(({ event }) => event)).toEqual(['email_change_requested', 'email_changed'])
    await expect.poll(() => noticesTo(server, 'Anna@example.org')).toBe(2)
    expect(noticesTo(server, 'new@example.org')).toBe(0)
    await expect(confirmEmail(platform, null, { token: link.token })).rejects.toMatchObject(gone)
  })

  test('goes to one of two accounts that confirm it at once', async () => {
    const { platform, server } = await openWithMail(kind)
    const anna = await registerWithEmail(platform, 'Anna')
    const ben = await registerWithEmail(platform, 'Ben')
    for (let sent = 0; sent < 2; sent++) await linkOf(server)
    await change(platform, anna.actor, 'shared@example.org')
    await change(platform, ben.actor, 'Shared@example.org')
    const links = [await linkOf(server), await linkOf(server)]
    const results = await Promise.allSettled(
      links.map((link) => confirmEmail(platform, null, { token: link })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { problem: { code: 'accounts.email_taken' } },
    })
    // Taken before it was confirmed, by an account that registered with it.
    await change(platform, anna.actor, 'third@example.org')
    const late = await linkOf(server)
    await registerWithEmail(platform, 'Carla', 'third@example.org')
    await expect(confirmEmail(platform, null, { token: late })).rejects.toMatchObject({
      problem: { code: 'accounts.email_taken' },
    })
  })
})

test('asking for the address of another account looks like asking for a free one', async () => {
  const { platform, server } = await openWithMail('SQLite')
  const anna = await registerWithEmail(platform, 'Anna')
  const ben = await registerWithEmail(platform, 'Ben')
  for (let sent = 0; sent < 2; sent++) await linkOf(server)
  const views = []
  for (const email of ['anna@example.org', 'free@example.org']) {
    views.push([await change(platform, ben.actor, email), await viewEmail(platform, ben.actor)])
    await sendEmailLink(platform, ben.actor)
  }
  expect(JSON.stringify(views[0]).replaceAll('anna@', 'free@')).toBe(JSON.stringify(views[1]))
  const mails: { to: string; text: string }[] = []
  for (let sent = 0; sent < 4; sent++) {
    const { to, message } = await server.next()
    mails.push({ to, text: decoded(message) })
  }
  for (const { to, text } of mails)
    expect(text.includes('/confirm-email/'), text).toBe(to !== 'anna@example.org')
  expect(mails[0]?.text).toContain('Another account uses it already')
  expect(await viewEmail(platform, anna.actor)).toMatchObject({ email: 'Anna@example.org' })
  await change(platform, ben.actor, 'anna@example.org')
  const limited = { problem: { code: 'limits.emails' } }
  for (const email of ['anna@example.org', 'other@example.org'])
    await expect(change(platform, ben.actor, email)).rejects.toMatchObject(limited)
})

test('a mailbox gets five links an hour, whatever accounts ask for them', async () => {
  const { platform } = await openWithMail('SQLite')
  await platform.mailer?.close()
  const people = ['Anna', 'Ben', 'Carla', 'Dora']
  for (const name of people) {
    const { actor } = await registerWithEmail(platform, name)
    for (const tag of ['', '+one', '+TWO']) await change(platform, actor, `victim${tag}@example.org`)
  }
  const mails = await platform.db.selectFrom('mails').select('recipient').execute()
  expect(mails.filter(({ recipient }) => recipient.startsWith('victim'))).toHaveLength(5)
})

const noticesTo = (server: MailServer, address: string) =>
  server.mails.filter(({ to, message }) => to === address && message.includes('/secure/')).length

test('a change ends with the next one, a new password, its cancellation or its expiry', async () => {
  const { platform, server } = await openWithMail('SQLite')
  const { actor, token } = await registerWithEmail(platform, 'Anna')
  await linkOf(server)
  const request = async (email: string) => {
    await change(platform, actor, email)
    return linkOf(server)
  }
  const first = await request('one@example.org')
  const second = await request('two@example.org')
  await expect(confirmEmail(platform, null, { token: first })).rejects.toMatchObject(gone)
  await cancelEmailChange(platform, actor)
  await expect(confirmEmail(platform, null, { token: second })).rejects.toMatchObject(gone)
  const third = await request('three@example.org')
  // The address that the account has already ends a change, too.
  expect(await change(platform, actor, 'anna@example.org')).toEqual({ pending: null })
  await expect(confirmEmail(platform, null, { token: third })).rejects.toMatchObject(gone)
  const fourth = await request('four@example.org')
  platform.pass(3 * day)
  expect(await viewEmailLink(platform, null, { token: fourth })).toMatchObject({ state: 'expired' })
  await expect(confirmEmail(platform, null, { token: fourth })).rejects.toMatchObject(gone)
  const fifth = await request('five@example.org')
  const passwords = { cpassword: password, npassword: 'another password', cnpassword: 'another password' }
  await changePassword(platform, actor, { ...passwords, weakpassword: 'true' }, inSession(token))
  await expect(confirmEmail(platform, null, { token: fifth })).rejects.toMatchObject(gone)
  expect(await viewEmail(platform, actor)).toMatchObject({ email: 'anna@example.org', pendingEmail: null })
})

test('a link that confirms the address survives a new password, and ends with a newer link', async () => {
  const { platform, server } = await openWithMail('SQLite')
  const { actor, token } = await registerWithEmail(platform, 'Anna')
  const first = await linkOf(server)
  expect(await sendEmailLink(platform, actor)).toBe('Anna@example.org')
  const second = await linkOf(server)
  await expect(confirmEmail(platform, null, { token: first })).rejects.toMatchObject(gone)
  const passwords = { cpassword: password, npassword: 'another password', cnpassword: 'another password' }
  await changePassword(platform, actor, { ...passwords, weakpassword: 'true' }, inSession(token))
  await confirmEmail(platform, null, { token: second })
  // Removing the address ends its verification.
  await changeEmail(platform, actor, { email: '', password: 'another password' }, device)
  expect(await viewEmail(platform, actor)).toMatchObject({ email: null, emailVerified: false })
})

test('sends at most five links an hour', async () => {
  const { platform, server } = await openWithMail('SQLite')
  const { actor } = await registerWithEmail(platform, 'Anna')
  for (let sent = 0; sent < 3; sent++) await sendEmailLink(platform, actor)
  for (let sent = 0; sent < 2; sent++) await change(platform, actor, `new${sent}@example.org`)
  const limited = { reason: 'limited', problem: { code: 'limits.emails' } }
  await expect(sendEmailLink(platform, actor)).rejects.toMatchObject(limited)
  await expect(change(platform, actor, 'new@example.org')).rejects.toMatchObject(limited)
  for (let sent = 0; sent < 6; sent++) await linkOf(server)
})

test('an address takes effect at once where no mail can be sent', async () => {
  const platform = await openTestPlatform('SQLite', { Registration: { Emails: true } })
  const { actor } = await registerWithEmail(platform, 'Anna')
  expect(await change(platform, actor, 'new@example.org')).toEqual({ pending: null })
  expect(await viewEmail(platform, actor)).toEqual({
    email: 'new@example.org',
    emailVerified: false,
    pendingEmail: null,
    emailLinks: false,
  })
  await expect(sendEmailLink(platform, actor)).rejects.toMatchObject({
    problem: { code: 'accounts.email_links_unavailable' },
  })
})
