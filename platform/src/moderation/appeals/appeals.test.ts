import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { viewNotifications } from '../../notifications/list.ts'
import { registerPerson, signIn } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { acknowledge } from '../actions/acknowledge.ts'
import { moderate } from '../actions/moderate.ts'
import { unmoderate } from '../actions/unmoderate.ts'
import { viewAccount } from '../actions/view.ts'
import { appealOwnAction, viewOwnAppeal } from './appeal.ts'
import { decideAppeal } from './decide-appeal.ts'
import { viewAppeals } from './view-appeals.ts'

describe.each(databases)('appeals against moderation actions on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const first = await registerPerson(platform, 'First')
    const second = { ...(await registerPerson(platform, 'Second')), permissionLevel: 4 }
    const player = await registerPerson(platform, 'Player')
    const signedIn = await signIn(platform, player)
    const ban = (fields = {}) =>
      moderate(platform, first, {
        username: 'Player',
        type: 'Ban',
        reason: 'Cheating',
        note: 'Third time',
        days: '7',
        ...fields,
      })
    const open = async (actor = second) => (await viewAppeals(platform, actor, {})).appeals
    const appeal = (actor: typeof first, input: Record<string, unknown>) =>
      appealOwnAction(platform, actor, input)
    const decide = (actor: typeof first, decision: string, number = '1') =>
      decideAppeal.user(platform, actor, { username: 'player', number, decision, answer: 'Because' })
    return { platform, first, second, player, signedIn, ban, open, appeal, decide }
  }

  test('a ban is appealed once, and lifted when another moderator grants the appeal', async () => {
    const { platform, first, second, player, signedIn, ban, open, appeal, decide } = await start()
    await expect(appeal(player, { text: 'Why?' })).rejects.toMatchObject({ reason: 'invalid' })
    await ban()
    await expect(appeal(await signedIn(), { text: ' \n' })).rejects.toHaveProperty('errors.text')
    const twice = await Promise.allSettled([
      appeal(await signedIn(), { text: 'It was my brother' }),
      appeal(await signedIn(), { text: 'It was my sister' }),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await open(first)).toMatchObject([
      {
        username: 'Player',
        reason: 'Cheating',
        note: 'Third time',
        whyNot: 'You moderated this account. Another moderator decides.',
      },
    ])
    expect(await open()).toMatchObject([{ moderator: 'First', whyNot: null }])
    await expect(decide(first, 'Granted')).rejects.toMatchObject({ reason: 'forbidden' })
    for (const level of [1, 2, 3])
      await expect(decide({ ...second, permissionLevel: level }, 'Granted')).rejects.toMatchObject({
        reason: 'forbidden',
      })
    await decide(second, 'Granted')
    expect((await signedIn()).standing).toBeNull()
    await expect(decide(second, 'Refused')).rejects.toMatchObject({
      message: 'This appeal has already been decided',
    })
    expect(await open()).toEqual([])
    expect((await viewAppeals(platform, second, { state: 'Decided' })).appeals).toMatchObject([
      { decision: 'Granted', decidedBy: 'Second', answer: 'Because' },
    ])
    const [last] = (await viewAccount(platform, second, { username: 'Player' })).history
    expect(last).toMatchObject({ ending: 'Lifted', endedBy: 'Second', appeal: { decision: 'Granted' } })
    const told = await platform.db.selectFrom('notifications').select(['event', 'details']).execute()
    expect(told).toEqual([{ event: 'appeal_granted', details: '{"answer":"Because"}' }])
    const audited = await platform.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before'])
      .where('action', '=', 'grantappeal')
      .execute()
    expect(audited).toEqual([{ actor_id: second.id, before: expect.stringContaining('Third time') }])
  })

  test('a refused appeal leaves the action in force, and a new ban can be appealed', async () => {
    const { platform, second, signedIn, ban, appeal, decide } = await start()
    await ban({ type: 'Termination' })
    await appeal(await signedIn(), { text: 'Please' })
    await decide(second, 'Refused')
    expect((await signedIn()).standing?.type).toBe('Termination')
    expect(await viewOwnAppeal(platform, await signedIn())).toMatchObject({
      text: 'Please',
      decision: 'Refused',
      answer: 'Because',
    })
    await expect(appeal(await signedIn(), { text: 'Please' })).rejects.toThrow('already')
    await ban()
    expect(await viewOwnAppeal(platform, await signedIn())).toBeNull()
    await appeal(await signedIn(), { text: 'Again' })
    await decide(second, 'Granted', '2')
    expect((await signedIn()).standing).toBeNull()
  })

  test('a warning is appealed, and lifted after its user has read it', async () => {
    const { platform, second, signedIn, ban, open, appeal, decide } = await start()
    await ban({ type: 'Warning' })
    await appeal(await signedIn(), { text: 'It was my brother' })
    await acknowledge(platform, await signedIn(), { number: '1' })
    expect((await signedIn()).standing).toBeNull()
    expect(await open()).toMatchObject([{ username: 'Player', type: 'Warning', whyNot: null }])
    await ban()
    await decide(second, 'Granted')
    expect((await signedIn()).standing?.type).toBe('Ban')
    const [banned, warned] = (await viewAccount(platform, second, { username: 'Player' })).history
    expect([banned?.ending, warned?.ending]).toEqual([null, 'Lifted'])
    expect(await open()).toEqual([])
  })

  test('a user who has read a warning is notified that the appeal was refused', async () => {
    const { platform, second, player, signedIn, ban, appeal, decide } = await start()
    await ban({ type: 'Warning' })
    await appeal(await signedIn(), { text: 'It was my brother' })
    await acknowledge(platform, await signedIn(), { number: '1' })
    await decide(second, 'Refused')
    const { notifications } = await viewNotifications(platform, player)
    expect(notifications).toMatchObject([{ event: 'appeal_refused', values: { answer: 'Because' } }])
    const [warned] = (await viewAccount(platform, second, { username: 'Player' })).history
    expect(warned).toMatchObject({ ending: 'Acknowledged', appeal: { decision: 'Refused' } })
  })

  test('a warning that was read cannot be appealed any more', async () => {
    const { platform, signedIn, ban, appeal } = await start()
    await ban({ type: 'Warning' })
    await acknowledge(platform, await signedIn(), { number: '1' })
    await expect(appeal(await signedIn(), { text: 'x' })).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('an appeal closes when its action ends, even while it is being decided', async () => {
    const { platform, first, second, signedIn, ban, open, appeal, decide } = await start()
    await ban()
    await appeal(await signedIn(), { text: 'x' })
    platform.pass(7 * day)
    expect(await open()).toEqual([])
    await expect(decide(second, 'Granted')).rejects.toThrow('no longer in force')
    await ban()
    await appeal(await signedIn(), { text: 'x' })
    await Promise.allSettled([
      decide(second, 'Refused', '2'),
      unmoderate(platform, first, { username: 'Player' }),
    ])
    expect((await signedIn()).standing).toBeNull()
    expect(await open()).toEqual([])
  })
})
