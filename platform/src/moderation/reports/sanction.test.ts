import { expect, test } from 'vitest'
import { findPost } from '../../people/posts/queries.ts'
import { writePost } from '../../people/posts/write.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewOwnContent } from '../actions/view-content.ts'
import { report } from './report.ts'
import { sanctionReported } from './sanction.ts'
import { viewReport } from './view.ts'

test.each(databases)(
  'on %s, one decision takes content down, bans its owner and closes the report',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const [reader, writer] = [
      await registerPerson(platform, 'Reader'),
      await registerPerson(platform, 'Writer'),
    ]
    const manager = { ...(await registerPerson(platform, 'Manager')), permissionLevel: 3 }
    const { id: postId } = await writePost(platform, writer, { content: 'Rude' })
    const { id } = await report(platform, reader, { type: 'post', id: postId, category: 'Harassment' })

    const decision = { id, type: 'Ban', days: '3', takedown: 'on', reason: 'Rude', note: 'Third time' }
    await expect(sanctionReported(platform, manager, decision)).rejects.toMatchObject({ reason: 'forbidden' })
    const nothing = { ...decision, type: 'None', takedown: 'false' }
    await expect(sanctionReported(platform, founder, nothing)).rejects.toMatchObject({
      problems: { type: { code: 'reports.sanction_missing' } },
    })
    await expect(sanctionReported(platform, founder, { ...decision, days: 'x' })).rejects.toMatchObject({
      problems: { days: { code: 'moderation.days_invalid' } },
    })
    const longNote = { ...decision, type: 'None', note: 'x'.repeat(1_001) }
    await expect(sanctionReported(platform, founder, longNote)).rejects.toMatchObject({
      problems: { note: { code: 'input.too_long' } },
    })
    expect(await findPost(platform.db, postId)).toMatchObject({ visibility: 'Visible' })
    await sanctionReported(platform, founder, decision)

    expect(await findPost(platform.db, postId)).toMatchObject({ visibility: 'Moderated' })
    const standing = { type: 'Ban' as const, reason: 'Rude', since: 0, expires: null, number: 1 }
    expect(await viewOwnContent(platform, { ...writer, standing })).toEqual({
      type: 'post',
      title: 'Post of Writer',
    })
    expect(await viewReport(platform, founder, { id })).toMatchObject({
      state: 'Closed',
      outcome: 'Acted on',
      closingNote: 'Third time',
      account: { username: 'Writer', standing: { type: 'Ban', reason: 'Rude' } },
      reporterRecord: { closed: 0, upheld: 0 },
    })
    const other = { type: 'user', id: 'Writer', category: 'Spam', note: '' }
    expect(await viewReport(platform, founder, await report(platform, reader, other))).toMatchObject({
      reporterRecord: { closed: 1, upheld: 1 },
    })
    expect(await viewReport(platform, manager, { id })).toMatchObject({ account: null })
  },
)
