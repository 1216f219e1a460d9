import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { operator, permissionLevel } from '../../accounts/rules.ts'
import { deleteAccount } from '../../leaving/deletion/delete-account.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { withAuthenticator } from '../../testing/authenticator.ts'
import { decoded, type MailServer, nextWith } from '../../testing/mail-server.ts'
import { confirmAddress, openWithMail, registerWithEmail } from '../../testing/mail-world.ts'
import { device, password } from '../../testing/people.ts'
import { databases, type TestPlatform } from '../../testing/platforms.ts'
import { changeEmail } from '../emails/change-email.ts'
import { confirmEmail } from '../emails/confirm-email.ts'
import { viewEmail } from '../emails/send-link.ts'
import { login } from '../login/login.ts'
import { addLinkedIdentity, findLinkedUser, viewSignInWays } from '../providers/queries.ts'
import { resetPassword } from '../recovery/reset-password.ts'
import { useSession } from '../sessions/sessions.ts'
import { secureAccount, viewSecurityLink } from './secure-account.ts'

const gone = { problem: { code: 'accounts.security_link_ended' } }
const thiefs = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', address: '203.0.113.9' }

/** The thief knows the password, and signs in from another device. Returns their session with the link of the notice. */
async function breakIn(platform: TestPlatform, server: MailServer) {
  const token = await login(platform, null, { username: 'Anna', password }, thiefs)
  const thief = (await useSession(platform, token))?.actor ?? operator
  return { token, thief, link: (await nextWith(server, 'secure')).token }
}

async function steal(platform: TestPlatform, server: MailServer, email: string) {
  const { token, thief, link } = await breakIn(platform, server)
  await changeEmail(platform, thief, { email, password }, thiefs)
  await confirmEmail(platform, null, { token: (await nextWith(server, 'confirm-email')).token })
  return { token, thief, link }
}

async function start(kind: (typeof databases)[number]) {
  const { platform, server } = await openWithMail(kind)
  const anna = await registerWithEmail(platform, 'Anna')
  await nextWith(server, 'confirm-email')
  await confirmAddress(platform, anna.actor)
  return { platform, server, anna }
}

describe.each(databases)('a security mail on %s', (kind) => {
  test('ends sessions and the password once, and mails a recovery link', async () => {
    const { platform, server, anna } = await start(kind)
    const { token, link } = await breakIn(platform, server)
    for (let look = 0; look < 3; look++)
      expect(await viewSecurityLink(platform, null, { token: link })).toEqual({
        state: 'open',
        username: 'Anna',
      })
    expect(await useSession(platform, token)).toBeDefined()

    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => secureAccount(platform, null, { token: link })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { sentTo: 'Anna@example.org' } },
    ])
    for (const ended of [token, anna.token]) expect(await useSession(platform, ended)).toBeUndefined()
    for (const table of ['login_devices', 'login_addresses'] as const) {
      const known = await platform.db.selectFrom(table).select('address').execute()
      expect(known.map(({ address }) => address)).not.toContain(thiefs.address)
    }
    await expect(login(platform, null, { username: 'Anna', password }, thiefs)).rejects.toThrow()
    const recovery = await nextWith(server, 'recover')
    expect(recovery.to).toBe('Anna@example.org')
    const form = { password: 'a whole new pass phrase', cpassword: 'a whole new pass phrase' }
    const session = await resetPassword(platform, null, { token: recovery.token, ...form }, device)
    expect(await useSession(platform, session)).toMatchObject({ actor: { username: 'Anna' } })
    expect(await viewSecurityLink(platform, null, { token: link })).toEqual({
      state: 'ended',
      username: null,
    })
    await expect(secureAccount(platform, null, { token: link })).rejects.toMatchObject(gone)
  })

  test('takes the address back from an account that has not verified it, and ends the links of the thief', async () => {
    const { platform, server, anna } = await start(kind)
    const { thief, link } = await steal(platform, server, 'thief@example.org')
    await changeEmail(platform, thief, { email: 'thief2@example.org', password }, thiefs)
    // The notice goes to the thief's first address.
    let notice = await nextWith(server, 'secure')
    while (notice.to !== 'thief@example.org') notice = await nextWith(server, 'secure')
    const second = await registerWithEmail(platform, 'Squatter', 'anna@example.org')
    const mailed = { token_hash: 'a link', user_id: second.actor.id, created: 0, expires: 1, ended: null }
    await platform.db.insertInto('recovery_links').values(mailed).execute()

    expect(await secureAccount(platform, null, { token: link })).toEqual({ sentTo: 'Anna@example.org' })
    expect(await viewEmail(platform, anna.actor)).toMatchObject({
      email: 'Anna@example.org',
      emailVerified: true,
      pendingEmail: null,
    })
    expect(await viewEmail(platform, second.actor)).toMatchObject({ email: null })
    expect((await viewNotifications(platform, second.actor)).notifications).toMatchObject([
      {
        note: 'Your account’s email address was removed, because the owner of its mailbox uses it for another account',
      },
    ])
    const replaced = () =>
      server.mails
        .map(({ to, message }) => ({ to, text: decoded(message) }))
        .filter(({ text }) => text.includes('changed back to an earlier one'))
    await expect.poll(() => replaced().map(({ to }) => to)).toEqual(['thief@example.org'])
    expect(replaced()[0]?.text).not.toContain('/secure/')
    const links = platform.db
      .selectFrom('recovery_links')
      .select('ended')
      .where('user_id', '=', second.actor.id)
    expect(await links.execute()).toEqual([{ ended: platform.now() }])
    expect(await viewSecurityLink(platform, null, { token: notice.token })).toMatchObject({ state: 'ended' })
    await expect(secureAccount(platform, null, { token: notice.token })).rejects.toMatchObject(gone)
  })
})

test('a link that a thief uses first leaves the older ones of the owner open', async () => {
  const { platform, server, anna } = await start('SQLite')
  const { thief, link } = await steal(platform, server, 'thief@example.org')
  platform.pass(1)
  await changeEmail(platform, thief, { email: 'thief2@example.org', password }, thiefs)
  let notice = await nextWith(server, 'secure')
  while (notice.to !== 'thief@example.org') notice = await nextWith(server, 'secure')
  await secureAccount(platform, null, { token: notice.token })
  expect(await viewEmail(platform, anna.actor)).toMatchObject({ email: 'thief@example.org' })
  await secureAccount(platform, null, { token: link })
  expect(await viewEmail(platform, anna.actor)).toMatchObject({ email: 'Anna@example.org' })
})

test('an account is left without an address when another one has confirmed it since', async () => {
  const { platform, server, anna } = await start('SQLite')
  const { link } = await steal(platform, server, 'thief@example.org')
  await registerWithEmail(platform, 'Second', 'anna@example.org')
  await confirmEmail(platform, null, { token: (await nextWith(server, 'confirm-email')).token })
  expect(await secureAccount(platform, null, { token: link })).toEqual({ sentTo: 'Anna@example.org' })
  expect(await viewEmail(platform, anna.actor)).toMatchObject({ email: null })
  expect((await nextWith(server, 'recover')).to).toBe('Anna@example.org')
})

test('factors that a thief has added are removed, and those of the owner stay', async () => {
  const { platform, server, anna } = await start('SQLite')
  const { thief, link } = await breakIn(platform, server)
  await withAuthenticator(platform, thief)
  await secureAccount(platform, null, { token: link })
  expect(await platform.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
  const recovery = await nextWith(server, 'recover')
  const form = { password: 'a whole new pass phrase', cpassword: 'a whole new pass phrase' }
  await resetPassword(platform, null, { token: recovery.token, ...form }, device)

  await withAuthenticator(platform, anna.actor)
  platform.pass(day)
  const fresh = { ...anna.actor, proved: platform.now() }
  await changeEmail(platform, fresh, { email: 'new@example.org', password: form.password }, device)
  let notice = await nextWith(server, 'secure')
  while (!notice.text.includes('new@example.org')) notice = await nextWith(server, 'secure')
  await secureAccount(platform, null, { token: notice.token })
  expect(await platform.db.selectFrom('totp_secrets').selectAll().execute()).toHaveLength(1)
  expect(await viewEmail(platform, anna.actor)).toMatchObject({
    email: 'Anna@example.org',
    pendingEmail: null,
  })
})

test('accounts of identity providers that a thief has linked are unlinked, and those of the owner stay', async () => {
  const { platform, server, anna } = await start('SQLite')
  const identity = (issuer: string) => ({ issuer: `https://${issuer}.example`, subject: 'a subject' })
  await addLinkedIdentity(platform.db, anna.actor.id, identity('own'), platform.now())
  platform.pass(day)
  const { thief, link } = await breakIn(platform, server)
  await addLinkedIdentity(platform.db, thief.id, identity('other'), platform.now())
  await secureAccount(platform, null, { token: link })
  expect(await findLinkedUser(platform.db, identity('own'))).toEqual({ user_id: anna.actor.id })
  expect(await findLinkedUser(platform.db, identity('other'))).toBeUndefined()
  expect(await viewSignInWays(platform, anna.actor.id)).toMatchObject({ hasPassword: false })
})

test('an account that a thief has deleted is kept, unless its erasure has begun', async () => {
  const { platform, server, anna } = await start('SQLite')
  await deleteAccount(
    platform,
    { ...anna.actor, permissionLevel: permissionLevel.user },
    { password },
    thiefs,
  )
  const { token } = await nextWith(server, 'secure')
  const begin = (started: number | null) => platform.db.updateTable('departures').set({ started }).execute()
  await begin(platform.now())
  await expect(secureAccount(platform, null, { token })).rejects.toMatchObject({
    problem: { code: 'accounts.erasure_begun' },
  })
  await begin(null)
  await secureAccount(platform, null, { token })
  expect(await platform.db.selectFrom('departures').selectAll().execute()).toEqual([])
})

test('a link works for seven days', async () => {
  const { platform, server } = await start('SQLite')
  const { link } = await breakIn(platform, server)
  platform.pass(7 * day)
  expect(await viewSecurityLink(platform, null, { token: link })).toEqual({
    state: 'expired',
    username: null,
  })
  await expect(secureAccount(platform, null, { token: link })).rejects.toMatchObject(gone)
  expect(await viewSecurityLink(platform, null, { token: 'unknown' })).toEqual({
    state: 'unknown',
    username: null,
  })
})
