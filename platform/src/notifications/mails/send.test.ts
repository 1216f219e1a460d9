import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { muteUser } from '../../blocking/mute.ts'
import { deleteAccount } from '../../leaving/deletion/delete-account.ts'
import { moderate } from '../../moderation/actions/moderate.ts'
import { deletePost } from '../../moderation/takedowns/moderate-post.ts'
import { answerPost } from '../../people/posts/answer.ts'
import { writePost } from '../../people/posts/write.ts'
import { openPlatform, type Platform } from '../../platform.ts'
import { tell } from '../../testing/inboxes.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { device, registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { viewNotifications } from '../list.ts'
import { readAllNotifications } from '../read.ts'
import { updateNotificationSettings } from '../update-settings.ts'
import { sendNotificationMails } from './send.ts'

const never = new AbortController().signal

describe.each(databases)('mail of notifications on %s', (kind) => {
  test('is sent a minute later, and notifications of the next ten minutes come in one mail', async () => {
    const { platform, anna, ben } = await start(kind, { comments_mail: 'AtOnce' })
    await comment(platform, anna, ben)
    expect(await sent(platform)).toEqual([])
    platform.pass(minute)
    expect(await sent(platform)).toEqual(['Ben commented on “your hat”'])
    for (let count = 0; count < 50; count++) await comment(platform, anna, ben)
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
    platform.pass(9 * minute)
    expect(await sent(platform)).toEqual(['50 new notifications on Baseplate'])
    expect((await mails(platform)).at(-1)?.text).toContain('And 20 more')
  })

  test('is sent although an earlier one was sent by a clock that was ahead', async () => {
    const { platform, anna, ben } = await start(kind, { comments_mail: 'AtOnce' })
    platform.setClock(40 * day)
    await comment(platform, anna, ben)
    platform.pass(minute)
    expect(await sent(platform)).toHaveLength(1)
    await comment(platform, anna, ben)
    platform.setClock(-40 * day)
    expect(await sent(platform), 'recorded 40 days ahead').toHaveLength(1)
    await comment(platform, anna, ben)
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
    platform.pass(9 * minute)
    expect(await sent(platform)).toHaveLength(1)
  })

  test('leaves out notifications that are read, muted, removed, switched off or of a terminated user by then', async () => {
    const { platform, anna, ben, founder } = await start(kind, { comments_mail: 'AtOnce' })
    await comment(platform, anna, ben)
    await readAllNotifications(platform, anna)
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])

    const post = await writePost(platform, anna, { content: 'Hello' })
    const answer = await answerPost(platform, ben, { id: post.id, content: 'Spam' })
    await deletePost(platform, founder, { id: answer.id, reason: 'Spam' })
    const cleo = await registerPerson(platform, 'Cleo')
    await comment(platform, anna, cleo)
    await moderate(platform, founder, { username: 'Cleo', type: 'Termination', reason: 'Spam' })
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])

    await comment(platform, anna, ben)
    await muteUser(platform, anna, { username: 'Ben' })
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
    await tell(platform, anna.id)
    await updateNotificationSettings(platform, anna, { comments_mail: 'Off' })
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
  })

  test('is not sent to banned users, nor to accounts that were deleted', async () => {
    const { platform, anna, ben, founder } = await start(kind, { comments_mail: 'AtOnce' })
    await comment(platform, anna, ben)
    await moderate(platform, founder, { username: 'Anna', type: 'Ban', reason: 'Spam', days: '1' })
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
    platform.pass(2 * day)
    await deleteAccount(platform, { ...anna, proved: platform.now() }, {}, device)
    // The notice that the account will be erased.
    expect(await sent(platform)).toHaveLength(1)
    await comment(platform, anna, ben)
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
    await comment(platform, anna, ben)
    await platform.db.deleteFrom('users').where('id', '=', anna.id).execute()
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
  })

  test('is not sent to an address that its owner has not confirmed', async () => {
    const { platform, anna, ben } = await start(kind, { comments_mail: 'AtOnce' })
    await comment(platform, anna, ben)
    const unverified = { verified_email_key: null }
    await platform.db.updateTable('users').set(unverified).where('id', '=', anna.id).execute()
    await comment(platform, anna, ben)
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
  })

  test('waits for the end of quiet hours, which the user may end earlier', async () => {
    const { platform, anna, ben } = await start(kind, {
      comments_mail: 'AtOnce',
      quietfrom: '13:00',
      quietto: '15:00',
      timezone: 'Europe/Berlin',
    })
    await comment(platform, anna, ben)
    platform.pass(hour)
    expect(await sent(platform)).toEqual([])
    platform.pass(hour)
    expect(await sent(platform)).toHaveLength(1)

    await updateNotificationSettings(platform, anna, { quietto: '18:00', quietfrom: '13:00' })
    await comment(platform, anna, ben)
    platform.pass(minute)
    expect(await sent(platform)).toEqual([])
    await updateNotificationSettings(platform, anna, { quietto: '', quietfrom: '' })
    platform.pass(10 * minute)
    expect(await sent(platform)).toHaveLength(1)
  })

  test('keeps everything when a mail could not be stored', async () => {
    const { platform, anna, ben } = await start(kind, { comments_mail: 'AtOnce' })
    await comment(platform, anna, ben)
    platform.pass(minute)
    const { mailer } = platform
    if (!mailer) throw new Error('the platform sends no mail')
    const broken = { ...platform, mailer: { ...mailer, enqueue: () => Promise.reject(new Error('full')) } }
    await sendNotificationMails(broken, never)
    expect(await sent(platform)).toEqual([])
    platform.pass(30 * minute)
    expect(await sent(platform)).toHaveLength(1)
  })

  test('leaves the inbox alone for a kind that is not wanted there', async () => {
    const { platform, anna, ben } = await start(kind, { followers_site: 'false', followers_mail: 'AtOnce' })
    const follow = { senderId: ben.id, type: 'follow', happening: { event: 'follow', values: {} } } as const
    await tell(platform, anna.id, follow)
    await tell(platform, anna.id, follow)
    await tell(platform, anna.id, { type: 'moderation' })
    const { notifications, unread } = await viewNotifications(platform, anna)
    expect([notifications.map(({ id }) => id), unread]).toEqual([[2], 1])
    platform.pass(minute)
    // The second one is a repetition.
    expect(await sent(platform)).toEqual(['Ben started following you'])
  })
})

test('two sites at once mail a digest once, at 8:00 in the reader’s time zone', async () => {
  const { platform, anna, ben } = await start('PostgreSQL', {
    comments_mail: 'Daily',
    timezone: 'Asia/Tokyo',
  })
  await comment(platform, anna, ben)
  await comment(platform, anna, ben)
  platform.pass(11 * hour - minute)
  expect(await sent(platform)).toEqual([])
  platform.pass(minute)
  const second = await openPlatform(platform.config, platform.log, platform.now)
  try {
    await Promise.all([platform, second, platform].map((site) => sendNotificationMails(site, never)))
    expect(await sent(platform)).toEqual(['2 new notifications on Baseplate since yesterday'])
  } finally {
    await second.close()
  }
})

test('a mail is in the reader’s language and names the address that switches it off', async () => {
  const server = await startMailServer()
  onTestFinished(server.close)
  const { platform, anna, ben } = await start('SQLite', { comments_mail: 'AtOnce' }, server.port)
  await platform.db.updateTable('users').set({ language: 'de' }).where('id', '=', anna.id).execute()
  await comment(platform, anna, ben)
  platform.pass(minute)
  await sendNotificationMails(platform, never)
  const { to, message } = await server.next()
  expect(to).toBe('anna@example.org')
  expect(message).toContain('Subject: =?UTF-8?Q?Ben_hat_=E2=80=9Eyour_hat=E2=80=9C_komme?=')
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [, unsubscribe = ''] = /List-Unsubscribe: <(\S+)>/.exec(message.replace(/\r\n\s/g, ' ')) ?? []
  expect(unsubscribe).toMatch('http://localhost:3000/unsubscribe/')
  const page = message.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(page).toContain(`<a href="${unsubscribe}"`)
})

async function start(kind: DatabaseKind, settings: Record<string, string>, port = 1) {
  const platform = await openTestPlatform(kind, {
    Registration: { Emails: true },
    Email: { Host: '127.0.0.1', Port: port, Security: 'None', From: 'no-reply@example.org' },
  })
  const founder = await registerPerson(platform, 'Founder')
  const anna = await registerPerson(platform, 'Anna')
  const ben = await registerPerson(platform, 'Ben')
  const email = 'anna@example.org'
  const verified = { email, email_key: email, verified_email_key: email }
  await platform.db.updateTable('users').set(verified).where('id', '=', anna.id).execute()
  await updateNotificationSettings(platform, anna, settings)
  return { platform, founder, anna, ben }
}

const comment = (platform: Platform, { id }: Actor, sender: Actor) =>
  tell(platform, id, { senderId: sender.id })

/** Writes the mail that is due. Returns the subjects that are new in the outbox. */
async function sent(platform: TestPlatform): Promise<string[]> {
  await sendNotificationMails(platform, never)
  const before = seen.get(platform) ?? new Set()
  const all = await mails(platform)
  seen.set(platform, new Set(all.map(({ id }) => id)))
  return all.filter(({ id }) => !before.has(id)).map(({ subject }) => subject)
}

const seen = new WeakMap<TestPlatform, Set<string>>()

const mails = ({ db }: Platform) => db.selectFrom('mails').selectAll().orderBy('created').execute()
