import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type AuditFilter, selectEntries } from '../../accounts/audit/queries.ts'
import { operator } from '../../accounts/rules.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { writePost } from '../../people/posts/write.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { setLevel } from '../accounts/set-level.ts'
import { moderate } from '../actions/moderate.ts'
import { claimReport } from '../reports/claim.ts'
import { report } from '../reports/report.ts'
import { moderateAsset } from '../takedowns/moderate-asset.ts'
import { closeGroup } from '../takedowns/moderate-group.ts'
import { moderatePlace } from '../takedowns/moderate-place.ts'
import { deletePost } from '../takedowns/moderate-post.ts'
import { exportAudit, viewAudit } from './view.ts'

describe.each(databases)('the audit log on %s', (kind) => {
  test('filters by actor, account and action, page by page and as a file', async () => {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    await registerPerson(platform, 'Player')
    for (let index = 0; index < 26; index++) {
      platform.pass(1)
      await moderate(platform, administrator, { username: 'Player', type: 'Warning', reason: String(index) })
      await setLevel(platform, administrator, {
        username: 'Player',
        permissionLevel: index % 2 === 0 ? '2' : '1',
      })
    }
    const view = (input: Record<string, unknown>) => viewAudit(platform, administrator, input)
    const first = await view({ actor: 'ADMINISTRATOR' })
    const rest = await view({ actor: 'administrator', cursor: first.next })
    expect([first.entries.length, rest.entries.length, rest.next]).toEqual([50, 2, null])
    expect(new Set([...first.entries, ...rest.entries].map(({ id }) => id)).size).toBe(52)
    const oldest = await view({ sort: 'oldest', action: 'moderate' })
    expect(oldest.entries[0]?.after).toContain('"reason":"0"')
    const older = await view({ sort: 'oldest' })
    const newer = await view({ sort: 'oldest', cursor: older.next })
    expect([...older.entries, ...newer.entries].map(({ id }) => id)).toEqual(
      [...first.entries, ...rest.entries].map(({ id }) => id).toReversed(),
    )
    expect((await view({ action: 'level', about: 'player' })).entries).toHaveLength(26)
    expect((await view({ actor: 'player' })).entries).toEqual([])
    expect((await view({ about: 'player' })).entries[0]).toMatchObject({
      actor: 'Administrator',
      person: 'Player',
    })
    const exported = await exportAudit(platform, administrator, { action: 'moderate' })
    expect(await Array.fromAsync(exported)).toHaveLength(26)
    const manager = { ...administrator, permissionLevel: 3 }
    await expect(viewAudit(platform, manager, {})).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(exportAudit(platform, manager, {})).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('shows moderators their own entries only', async () => {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
    await registerPerson(platform, 'Player')
    const warning = { username: 'Player', type: 'Warning', reason: 'Rude' }
    await moderate(platform, administrator, warning)
    platform.pass(1)
    await moderate(platform, moderator, warning)
    const actorsSeen = async (input: Record<string, unknown>) =>
      (await viewAudit(platform, moderator, input)).entries.map(({ actor }) => actor)
    expect(await actorsSeen({})).toEqual(['Moderator'])
    expect(await actorsSeen({ about: 'Player' })).toEqual(['Moderator'])
    expect(await actorsSeen({ actor: 'Administrator' })).toEqual([])
    const exported = await Array.fromAsync(await exportAudit(platform, moderator, {}))
    expect(exported.map(({ actor }) => actor)).toEqual(['Moderator'])
  })

  test('names the subject of each entry, and filters by subject or by its address', async () => {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const player = await registerPerson(platform, 'Player')
    const place = await createPublishedPlace(platform, player, { name: 'Brick race' })
    const { id: postId } = await writePost(platform, player, { content: 'Hello' })
    const reason = 'Stolen'
    await moderatePlace(platform, administrator, { id: place.id, visibility: 'Moderated', reason })
    const aboutPost = { type: 'post', id: postId, category: 'Spam', note: '' }
    const { id: reportId } = await report(platform, await registerPerson(platform, 'Reader'), aboutPost)
    await claimReport(platform, administrator, { id: reportId })
    await deletePost(platform, administrator, { id: postId, reason })
    await moderate(platform, administrator, { username: 'Player', type: 'Warning', reason })
    const item = { id: 100_000_000, type: 8, name: 'Cap', visibility: 'Visible' as const }
    await storeAsset(platform, player, item, [Buffer.from('x')])
    const assetId = (await platform.db.selectFrom('assets').select('id').executeTakeFirstOrThrow()).id
    await moderateAsset(platform, administrator, { id: assetId, visibility: 'Moderated', reason })
    const groupId = 123_456_789
    const group = { id: groupId, name: 'Rude club', name_key: 'rude club', owner_id: player.id, created: 0 }
    const open = { member_count: 1, open: 1, closed_reason: null }
    await platform.db
      .insertInto('groups')
      .values({ ...group, ...open })
      .execute()
    await closeGroup(platform, administrator, { name: 'Rude club', reason })

    const about = async (subject: string, more = {}) =>
      (await viewAudit(platform, administrator, { subject, ...more })).entries.map(({ about }) => about)
    const named = {
      place: { name: 'Brick race', address: `/place/${place.id}/Brick-race` },
      post: { name: 'Post of Player', address: `/user/Player?styling=off#post-${postId}` },
      user: { name: 'Player', address: '/admin/accounts/Player' },
      asset: { name: 'Cap', address: `/catalog/${assetId}/Cap` },
      group: { name: 'Rude club', address: '/groups/Rude%20club' },
      report: { name: 'Post of Player', address: `/admin/reports/${reportId}`, reported: 'post' },
    }
    for (const [subject, expected] of [
      [`place:${place.id}`, named.place],
      [`https://play.example/place/${place.id}/Brick-race/settings`, named.place],
      [`post:${postId}`, named.post],
      [named.post.address, named.post],
      [`asset:${assetId}`, named.asset],
      [named.asset.address, named.asset],
      [`group:${groupId}`, named.group],
      ['/groups/rude%20club', named.group],
      [`user:${player.id}`, named.user],
      [`report:${reportId}`, named.report],
    ] as const)
      expect(await about(subject), subject).toEqual([expected])
    for (const nothing of ['place:1', '/groups/None', '/groups/%', '\0', 'x'.repeat(500)])
      expect(await about(nothing)).toHaveLength(nothing === '\0' ? 6 : 0)
    expect(await about(`place:${place.id}`, { about: 'Player' })).toEqual([])
    expect(await about('', { about: 'Player' })).toEqual([named.user])
    // Entries outlive their subjects.
    await platform.db.deleteFrom('groups').execute()
    expect(await about(`group:${groupId}`)).toEqual([null])
  })

  test('tells entries of the command line from those of deleted accounts', async () => {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    await registerPerson(platform, 'Player')
    await setLevel(platform, operator, { username: 'Player', permissionLevel: '2' })
    platform.pass(1)
    await setLevel(platform, { ...administrator, id: 'erased' }, { username: 'Player', permissionLevel: '1' })
    expect((await viewAudit(platform, administrator, {})).entries).toMatchObject([
      { actor: null, byCommand: false, action: 'level', person: 'Player' },
      { actor: null, byCommand: true, action: 'level', person: 'Player' },
    ])
  })

  test('finds entries by person through an index', async () => {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      id: `entry${index}`,
      created: index,
      actor_id: `actor${index % 1_000}`,
      action: 'moderate' as const,
      subject: `user:person${index % 1_000}`,
      before: null,
      after: null,
    }))
    for (let at = 0; at < rows.length; at += 1_000)
      await platform.db
        .insertInto('audit_log')
        .values(rows.slice(at, at + 1_000))
        .execute()
    if (kind === 'PostgreSQL') await sql`analyze audit_log`.execute(platform.db)
    const plans = async (filter: Partial<AuditFilter>) => {
      const asked = { actions: undefined, sort: 'newest' as const, ...filter }
      const after = { created: 9_000, id: 'x' }
      const compiled = selectEntries(platform.db, asked, { after, limit: 51 }).compile()
      const explain = kind === 'PostgreSQL' ? 'explain' : 'explain query plan'
      const { rows } = await platform.db.executeQuery({ ...compiled, sql: `${explain} ${compiled.sql}` })
      return JSON.stringify(rows)
    }
    expect(await plans({ actorId: 'actor7' })).toContain('audit_log_actor')
    expect(await plans({ subject: 'user:person7' })).toContain('audit_log_subject')
    expect((await viewAudit(platform, administrator, { actor: 'nobody' })).entries).toEqual([])
  })
})
