import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewNotificationSettings } from '../update-settings.ts'

test.each(databases)('on %s, a new account has the notification settings of the operator', async (kind) => {
  const platform = await openTestPlatform(kind, {
    Notifications: { Comments: { Mail: 'Daily' }, Followers: { Push: false }, Decisions: { Site: false } },
  })
  const { kinds } = await viewNotificationSettings(platform, await registerPerson(platform, 'Anna'))
  const standard = { site: true, mail: 'Off', push: true }
  expect(kinds.map(({ alwaysOnSite, ...choice }) => choice)).toEqual([
    { kind: 'friends', ...standard },
    { kind: 'followers', ...standard, push: false },
    { kind: 'parties', ...standard },
    { kind: 'comments', ...standard, mail: 'Daily' },
    { kind: 'sales', ...standard },
    { kind: 'payments', ...standard },
    { kind: 'review', ...standard },
    { kind: 'decisions', ...standard },
  ])
})
