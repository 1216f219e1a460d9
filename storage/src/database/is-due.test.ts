import { enqueueMail } from '@baseplate/platform/foundation/mail'
import { databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { hour, minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { isDue } from './is-due.ts'

test.each(databases)(
  'on %s, a time is due when it has come, or was set by a clock that was ahead',
  async (kind) => {
    const { db, now } = await openTestPlatform(kind)
    const times = { past: -1, now: 0, soon: 1, latest: minute, ahead: minute + 1, farAhead: hour }
    for (const [to, inMs] of Object.entries(times))
      await enqueueMail(db, { to, kind: 'notice', subject: '', text: '' }, now() + inMs)
    const due = await db
      .selectFrom('mails')
      .select('recipient')
      .where(({ ref }) => isDue(ref('due'), { now: now(), longestMs: minute }))
      .orderBy('due')
      .execute()
    expect(due.map(({ recipient }) => recipient)).toEqual(['past', 'now', 'ahead', 'farAhead'])
  },
)
