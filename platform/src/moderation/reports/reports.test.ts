import { describe, expect, test } from 'vitest'
import { commentOnAsset } from '../../assets/comments/comment.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { createMemoryCounts } from '../../foundation/limit-counts.ts'
import { editPost, writePost } from '../../people/posts/write.ts'
import { findPlace } from '../../places/queries.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { deleteAssetComment } from '../takedowns/moderate-comment.ts'
import { deletePost } from '../takedowns/moderate-post.ts'
import { claimReport, releaseReport } from './claim.ts'
import { closeReport } from './close.ts'
import { createReportLimit, report } from './report.ts'
import { exportReports, viewOwnReports, viewReport, viewReports, viewSubject } from './view.ts'

describe.each(databases)('reports on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const [reader, writer] = [
      await registerPerson(platform, 'Reader'),
      await registerPerson(platform, 'Writer'),
    ]
    const manager = { ...(await registerPerson(platform, 'Manager')), permissionLevel: 3 }
    const { id: postId } = await writePost(platform, writer, { content: 'Rude' })
    const aboutPost = { type: 'post', id: postId, category: 'Harassment', note: 'See it\r\nyourself' }
    const list = async (input = {}, actor = founder) => (await viewReports(platform, actor, input)).reports
    return { platform, founder, reader, writer, manager, postId, aboutPost, list }
  }

  test('a report stores the text at the time of the report, and a link as plain text', async () => {
    const { platform, founder, reader, writer, postId, aboutPost, list } = await start()
    const { id } = await report(platform, reader, { ...aboutPost, link: ' javascript:alert(1) ' })
    await editPost(platform, writer, { id: postId, content: 'Kind' })
    await deletePost(platform, writer, { id: postId })
    expect(await list()).toMatchObject([
      {
        id,
        type: 'post',
        state: 'Open',
        category: 'Harassment',
        reporter: 'Reader',
        owner: 'Writer',
        title: 'Post of Writer',
        text: 'Rude',
        note: 'See it\nyourself',
        link: 'javascript:alert(1)',
        address: `/user/Writer?styling=off#post-${postId}`,
        mayModerate: true,
      },
    ])
    expect(await viewReport(platform, founder, { id })).toMatchObject({ text: 'Rude', openAbout: 1 })
    await expect(viewSubject(platform, reader, { type: 'post', id: postId })).rejects.toMatchObject({
      reason: 'missing',
    })
  })

  test('moderators read a report about an account that its owner has deleted', async () => {
    const { platform, founder, reader, writer, aboutPost } = await start()
    const { id } = await report(platform, reader, aboutPost)
    const deletion = { user_id: writer.id, requested: 0, due: platform.now(), started: null }
    await platform.db.insertInto('departures').values(deletion).execute()
    expect(await viewReport(platform, founder, { id })).toMatchObject({ account: { username: 'Writer' } })
  })

  test('a report stores the text and address of a comment and an asset', async () => {
    const { platform, reader, writer, list } = await start()
    const { id: assetId } = await storeAsset(
      platform,
      { ...writer, permissionLevel: 3 },
      { type: 8, name: 'Straw hat', description: 'Rude hat' },
      [Buffer.from('hat')],
    )
    const { id } = await commentOnAsset(
      platform,
      writer,
      { id: assetId, content: 'Rude words' },
      { address: '' },
    )
    await report(platform, reader, { type: 'comment', id, category: 'Harassment' })
    platform.pass(1)
    await report(platform, reader, { type: 'asset', id: String(assetId), category: 'Spam' })
    await expect(report(platform, writer, { type: 'comment', id, category: 'Spam' })).rejects.toMatchObject({
      reason: 'invalid',
    })
    await deleteAssetComment(platform, writer, { id: assetId, commentId: id })
    await platform.db.updateTable('assets').set({ name: 'Hat', description: '' }).execute()
    const address = `/catalog/${assetId}/Straw-hat`
    expect(await list()).toMatchObject([
      {
        type: 'comment',
        owner: 'Writer',
        title: 'Comment of Writer on Straw hat',
        text: 'Rude words',
        address: `${address}#comment-${id}`,
      },
      { type: 'asset', owner: 'Writer', title: 'Straw hat', text: 'Rude hat', address },
    ])
    await expect(viewSubject(platform, reader, { type: 'comment', id })).rejects.toMatchObject({
      reason: 'missing',
    })
  })

  test('a reporter has one open report about a subject, even after two simultaneous attempts', async () => {
    const { platform, founder, reader, manager, aboutPost, list } = await start()
    const outcomes = await Promise.allSettled([
      report(platform, reader, aboutPost),
      report(platform, reader, aboutPost),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    platform.pass(1)
    await report(platform, manager, aboutPost)
    const [first] = await list({ about: 'wRITER' })
    await closeReport(platform, founder, { id: first?.id, outcome: 'Nothing found', note: 'Fine' })
    await report(platform, reader, aboutPost)
    expect(await list({ state: 'All' })).toHaveLength(3)
    expect(
      (await viewOwnReports(platform, reader)).map(({ state, outcome }) => [state, outcome]),
    ).toContainEqual(['Closed', 'Nothing found'])
    expect(await list({ about: 'Founder' })).toEqual([])
  })

  test('refuses reports about the reporter’s own or hidden content, and the eleventh report in ten minutes', async () => {
    const { platform, founder, reader, writer } = await start()
    const reason = { category: 'Spam' }
    await expect(report(platform, reader, { type: 'user', id: 'reader', ...reason })).rejects.toMatchObject({
      reason: 'invalid',
    })
    const { id } = await createPublishedPlace(platform, writer, { name: 'Secret', description: 'Hidden' })
    await platform.db.updateTable('places').set({ private_server: 1 }).where('id', '=', id).execute()
    const secret = { type: 'place', id: String(id), ...reason }
    const missing = { reason: 'missing' }
    await expect(report(platform, reader, secret)).rejects.toMatchObject(missing)
    for (const type of ['user', 'post', 'place', 'asset', 'comment'])
      for (const id of ['nothing', '99999999999999999999'])
        await expect(report(platform, reader, { type, id, ...reason })).rejects.toMatchObject(missing)
    await expect(report(platform, reader, { type: 'user', id: "a'\0", category: '' })).rejects.toMatchObject({
      errors: { id: expect.any(String), category: expect.any(String) },
    })
    const privateServer = (await findPlace(platform.db, id))?.private_ticket
    await report(platform, reader, { ...secret, privateServer })
    expect((await viewReports(platform, founder, { type: 'place' })).reports).toMatchObject([
      { title: 'Secret', text: 'Hidden', address: `/place/${id}/Secret` },
    ])
    for (let more = 0; more < 9; more++)
      await report(platform, reader, { type: 'user', id: 'writer', ...reason }).catch(() => {})
    await expect(report(platform, reader, { type: 'user', id: 'Founder', ...reason })).rejects.toMatchObject({
      reason: 'limited',
    })
  })

  test('one handler claims a report, a moderator takes it over, and closing notifies the reporter', async () => {
    const { platform, founder, reader, manager, aboutPost, list } = await start()
    const { id } = await report(platform, reader, aboutPost)
    const other = { ...(await registerPerson(platform, 'Other_manager')), permissionLevel: 3 }
    const taking = await Promise.allSettled([
      claimReport(platform, manager, { id }),
      claimReport(platform, other, { id }),
    ])
    expect(taking.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [taken] = await list({ state: 'Taken' })
    const [winner, loser] = taken?.assignee === 'Manager' ? [manager, other] : [other, manager]
    for (const verb of [claimReport, releaseReport])
      await expect(verb(platform, loser, { id })).rejects.toMatchObject({ reason: 'invalid' })
    await releaseReport(platform, winner, { id })
    await claimReport(platform, loser, { id })
    await claimReport(platform, founder, { id })
    expect((await list({ assignee: 'me' })).map(({ assignee }) => assignee)).toEqual(['Founder'])
    await closeReport(platform, founder, { id, outcome: 'Acted on', note: 'Warned them' })
    await expect(closeReport(platform, founder, { id, outcome: 'Duplicate' })).rejects.toMatchObject({
      message: 'This report is closed',
    })
    const told = await platform.db
      .selectFrom('notifications')
      .select(['user_id', 'event', 'details'])
      .where('type', '=', 'report')
      .execute()
    expect(told).toEqual([
      {
        user_id: reader.id,
        event: 'report_closed',
        details: JSON.stringify({ kind: 'post', name: 'Post of Writer', outcome: 'acted' }),
      },
    ])
    const audited = await platform.db.selectFrom('audit_log').select(['action', 'subject']).execute()
    expect(audited.map(({ action }) => action).sort()).toEqual([
      'claimreport',
      'claimreport',
      'claimreport',
      'closereport',
      'releasereport',
    ])
    expect(new Set(audited.map(({ subject }) => subject))).toEqual(new Set([`report:${id}`]))
  })

  test('hides reports from users below level 3 and from the accounts that they are about', async () => {
    const { platform, reader, manager, list } = await start()
    const { id } = await report(platform, reader, { type: 'user', id: 'Manager', category: 'Spam' })
    for (const level of [1, 2]) {
      const actor = { ...reader, permissionLevel: level }
      const forbidden = { reason: 'forbidden' }
      await expect(viewReports(platform, actor, {})).rejects.toMatchObject(forbidden)
      await expect(viewReport(platform, actor, { id })).rejects.toMatchObject(forbidden)
      await expect(claimReport(platform, actor, { id })).rejects.toMatchObject(forbidden)
      await expect(closeReport(platform, actor, { id })).rejects.toMatchObject(forbidden)
      await expect(exportReports(platform, actor, {})).rejects.toMatchObject(forbidden)
    }
    expect(await list({ state: 'All' }, manager)).toEqual([])
    for (const attempt of [
      () => viewReport(platform, manager, { id }),
      () => claimReport(platform, manager, { id }),
      () => closeReport(platform, manager, { id, outcome: 'Nothing found' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ reason: 'missing' })
    expect(await list()).toHaveLength(1)
  })

  test('lists reports in either order, page by page and as a file', async () => {
    const { platform, founder, reader } = await start()
    for (let index = 0; index < 53; index++) {
      platform.pass(index % 3 === 0 ? 0 : 1)
      platform.reportLimit = createReportLimit(createMemoryCounts())
      await report(platform, reader, { type: 'user', id: 'Writer', category: 'Spam', note: `${index}` })
      // Gives each report a subject of its own, because a reporter has one open report about a subject.
      await platform.db
        .updateTable('reports')
        .set({ subject_id: `other${index}` })
        .where('note', '=', `${index}`)
        .execute()
    }
    for (const sort of ['oldest', 'newest']) {
      const first = await viewReports(platform, founder, { sort })
      const rest = await viewReports(platform, founder, { sort, cursor: first.next })
      const seen = [...first.reports, ...rest.reports]
      expect([first.reports.length, rest.reports.length, rest.next]).toEqual([50, 3, null])
      expect(new Set(seen.map(({ note }) => note)).size).toBe(53)
      const times = seen.map(({ created }) => (sort === 'oldest' ? created : -created))
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    }
    const file = await Array.fromAsync(
      await exportReports(platform, founder, { category: 'Spam', cursor: 'any' }),
    )
    expect(file).toHaveLength(53)
    expect(await Array.fromAsync(await exportReports(platform, founder, { category: 'Hate' }))).toEqual([])
  })
})
