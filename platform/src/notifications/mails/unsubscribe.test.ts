import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { findChoices } from '../settings/queries.ts'
import { updateNotificationSettings } from '../update-settings.ts'
import { unsubscribe, viewUnsubscribing } from './unsubscribe.ts'

describe.each(databases)('a link that switches mail off on %s', (kind) => {
  test('works twice, for the kinds of its mail alone, and not when it is forged', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    await updateNotificationSettings(platform, anna, {
      comments_mail: 'AtOnce',
      comments_site: '0',
      sales_mail: 'Daily',
    })
    const link = await platform.unsubscribeLinks.make(anna.id, ['comments', 'friends'])
    const token = link.split('/').at(-1) ?? ''
    expect(await viewUnsubscribing(platform, null, { token })).toEqual({ kinds: ['friends', 'comments'] })
    await unsubscribe(platform, null, { token })
    await unsubscribe(platform, null, { token })
    const { comments, sales } = await findChoices(platform.db, anna.id)
    expect([comments, sales.mail]).toEqual([{ site: false, mail: 'Off', push: true }, 'Daily'])

    for (const forged of [token.replace('comments', 'sales'), `${token}x`, token.slice(1), 'x', ''])
      await expect(unsubscribe(platform, null, { token: forged })).rejects.toMatchObject({
        problem: { code: 'notifications.unsubscribe_link_unknown' },
      })
    await platform.db.deleteFrom('users').where('id', '=', anna.id).execute()
    await unsubscribe(platform, null, { token })
  })
})
