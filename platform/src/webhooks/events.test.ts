import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { permissionLevel } from '../accounts/rules.ts'
import { commentOnAsset } from '../assets/comments/comment.ts'
import { storeAsset } from '../assets/files/store-asset.ts'
import { buyAsset } from '../assets/ownership/buy.ts'
import { muteUser } from '../blocking/mute.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import { unmoderate } from '../moderation/actions/unmoderate.ts'
import { appealOwnAction } from '../moderation/appeals/appeal.ts'
import { decideAppeal } from '../moderation/appeals/decide-appeal.ts'
import { report } from '../moderation/reports/report.ts'
import { moderatePlace } from '../moderation/takedowns/moderate-place.ts'
import { deletePlace } from '../places/delete.ts'
import { reportPresence } from '../places/servers/report-presence.ts'
import { restoreVersion } from '../places/versions/restore.ts'
import { updatePlaceFile } from '../places/versions/update-file.ts'
import { startTestEconomy } from '../testing/economy.ts'
import { registerPerson } from '../testing/people.ts'
import { startWithPlace } from '../testing/place-world.ts'
import { databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { createWebhook } from './manage-webhooks.ts'
import { eventsOf, type WebhookKind } from './rules.ts'
import { fanOutEvents } from './sending/fan-out.ts'

const url = 'https://example.com/hook'
const unit = 1_000_000

describe.each(databases)('events on %s', (kind) => {
  async function listen(platform: TestPlatform, actor: Actor, of: WebhookKind) {
    await platform.webhookSending.stop()
    const { id } = await createWebhook[of](platform, actor, { url, events: eventsOf(of).join() })
    /** Returns the events since the last call. */
    return async () => {
      await fanOutEvents(platform.db)
      const rows = await platform.db
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .returning(['type', 'subject', 'link', 'data', 'position'])
        .execute()
      return rows
        .toSorted((one, other) => one.position - other.position)
        .map(({ type, subject, link, data }) => ({ type, subject, link, data: JSON.parse(data) as object }))
    }
  }

  test('of places: a new version, a failed server, and a takedown for the platform only', async () => {
    const { platform, orchestrator, administrator, moderator, maker, id } = await startWithPlace(kind)
    const own = await listen(platform, maker, 'own')
    const all = await listen(platform, administrator, 'platform')
    const place = { id, name: 'Brick race' }
    const about = { subject: `place:${id}`, link: `/place/${id}/Brick-race` }
    const by = { id: maker.id, username: 'Maker' }
    const published = (version: number) => ({
      type: 'place.published',
      ...about,
      data: { place, version, publisher: by },
    })
    for (const file of ['<roblox>2</roblox>', '<roblox>2</roblox>'])
      await updatePlaceFile(platform, maker, id, [Buffer.from(file)])
    await restoreVersion(platform, maker, { id, version: '1' })
    expect(await own()).toEqual([published(2), published(3)])
    expect(await all()).toHaveLength(2)

    await platform.db
      .insertInto('server_runs')
      .values({ id: 'run', place_id: id, ticket: 'ticket', created: platform.now(), last_ping: 0 })
      .execute()
    orchestrator.servers.set(id, { state: 'failed', run: 'run', reason: 'It ran out of memory.' })
    await Promise.all([reportPresence(platform), reportPresence(platform)])
    await reportPresence(platform)
    expect(await own()).toEqual([
      { type: 'place.server_failed', ...about, data: { place, reason: 'It ran out of memory.' } },
    ])

    await all()
    await moderatePlace(platform, moderator, { id, visibility: 'Moderated', reason: 'Stolen map' })
    expect(await all()).toMatchObject([
      {
        type: 'moderation.decided',
        subject: `place:${id}`,
        data: {
          action: 'moderateplace',
          name: 'Brick race',
          reason: 'Stolen map',
          moderator: { username: 'Moderator' },
        },
      },
    ])
    expect(await own()).toEqual([])
  })

  test('of places: a deletion by the owner', async () => {
    const { platform, administrator, maker, id } = await startWithPlace(kind)
    const own = await listen(platform, maker, 'own')
    const all = await listen(platform, administrator, 'platform')
    const proven = { ...maker, proved: platform.now() }
    await deletePlace(platform, proven, { id, name: 'Brick race' })
    const deleted = {
      type: 'place.deleted',
      subject: `place:${id}`,
      link: `/place/${id}/Brick-race`,
      data: { place: { id, name: 'Brick race' } },
    }
    expect(await own()).toEqual([deleted])
    expect(await all()).toEqual([deleted])
  })

  test('of items: sales and comments, apart from comments that the owner does not read', async () => {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
    const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: permissionLevel.verified }
    const [buyer, muted] = [await registerPerson(platform, 'Buyer'), await registerPerson(platform, 'Muted')]
    const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
    await platform.db
      .updateTable('assets')
      .set({ price: 12.5 * unit, for_sale: 1, visibility: 'Visible' })
      .where('id', '=', id)
      .execute()
    await economy.mint(buyer, 100 * unit)
    const own = await listen(platform, maker, 'own')
    await buyAsset(platform, buyer, id, {})
    await expect(buyAsset(platform, buyer, id, {})).rejects.toThrow()
    await muteUser(platform, maker, { username: 'Muted' })
    const comment = (actor: typeof buyer) =>
      commentOnAsset(platform, actor, id, { content: 'Nice' }, '127.0.0.1')
    for (const actor of [maker, muted]) await comment(actor)
    const { id: commentId } = await comment(buyer)
    const ben = { id: buyer.id, username: 'Buyer' }
    expect(await own()).toEqual([
      {
        type: 'item.sold',
        subject: `asset:${id}`,
        link: `/catalog/${id}/Straw-hat`,
        data: { item: { id, name: 'Straw hat' }, buyer: ben, price: '12.5' },
      },
      {
        type: 'comment.created',
        subject: `comment:${commentId}`,
        link: expect.stringContaining(`/catalog/${id}/Straw-hat`) as string,
        data: {
          comment: { id: commentId, content: 'Nice' },
          author: ben,
          on: 'Straw hat',
          subject: { type: 'asset', id },
        },
      },
    ])
  })

  test('of people: registrations, reports and moderation, for the platform', async () => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const all = await listen(platform, founder, 'platform')
    const anna = await registerPerson(platform, 'Anna')
    await expect(registerPerson(platform, 'Anna')).rejects.toThrow()
    const aboutFounder = { type: 'user', id: 'Founder', category: 'Harassment', note: 'Rude' }
    const { id } = await report(platform, anna, aboutFounder)
    await expect(report(platform, anna, aboutFounder)).rejects.toThrow()
    const moderated = { username: 'Anna', type: 'Ban', reason: 'Spam', days: '1' }
    await moderate(platform, founder, moderated)
    await unmoderate(platform, founder, { username: 'Anna' })
    expect(await all()).toMatchObject([
      { type: 'user.registered', link: '/user/Anna', data: { user: { id: anna.id, username: 'Anna' } } },
      {
        type: 'report.created',
        link: `/admin/reports/${id}`,
        data: { report: { id, category: 'Harassment' } },
      },
      {
        type: 'moderation.decided',
        data: { action: 'moderate', subject: `user:${anna.id}`, name: 'Anna', reason: 'Spam' },
      },
      { type: 'moderation.decided', data: { action: 'unmoderate', name: 'Anna', reason: '' } },
    ])
  })

  test('of appeals against moderation actions, for the platform', async () => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
    const anna = await registerPerson(platform, 'Anna')
    const all = await listen(platform, founder, 'platform')
    for (const [number, decision] of ['Refused', 'Granted'].entries()) {
      await moderate(platform, founder, { username: 'Anna', type: 'Ban', reason: 'Spam', days: '1' })
      await appealOwnAction(platform, anna, { text: 'It was my brother' })
      const verdict = { username: 'Anna', number: `${number + 1}`, decision, answer: 'We looked' }
      await decideAppeal.user(platform, moderator, verdict)
    }
    const about = { type: 'moderation.decided', subject: `user:${anna.id}`, link: '/user/Anna' }
    const answered = { reason: 'We looked', moderator: { username: 'Moderator' } }
    expect(await all()).toMatchObject([
      { ...about, data: { action: 'moderate' } },
      { ...about, data: { action: 'refuseappeal', ...answered } },
      { ...about, data: { action: 'moderate' } },
      { ...about, data: { action: 'grantappeal', name: 'Anna', ...answered } },
    ])
  })
})
