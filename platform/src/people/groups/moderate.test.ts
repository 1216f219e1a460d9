import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { report } from '../../moderation/reports/report.ts'
import { closeGroup, reopenGroup } from '../../moderation/takedowns/moderate-group.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewProfile } from '../profiles/view.ts'
import { createGroup } from './create.ts'
import { listGroups } from './list.ts'
import { joinGroup, leaveGroup } from './membership.ts'
import { renameGroup } from './rename.ts'
import { viewGroup } from './view.ts'

const reason = 'The name is rude'

describe.each(databases)('moderators of groups on %s', (kind) => {
  /** Starts with the group `Rude club` of Anna, of which Bob is a member. */
  async function start() {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(
      kind,
      { Filtering: { Words: ['darn'] } },
      { ECONOMY_URL: economy.address },
    )
    const { user, moderator: moderatorLevel } = permissionLevel
    const anna = { ...(await registerPerson(platform, 'Anna')), permissionLevel: user }
    const bob = await registerPerson(platform, 'Bob')
    const moderator = { ...(await registerPerson(platform, 'Mod')), permissionLevel: moderatorLevel }
    await platform.db.updateTable('users').set({ permission_level: user }).execute()
    await economy.mint(anna, 12_000_000)
    await createGroup(platform, anna, { name: 'Rude club' })
    await joinGroup(platform, bob, { name: 'Rude club' })
    const { id } = await viewGroup(platform, anna, { name: 'Rude club' })
    const newestNotification = async () => (await viewNotifications(platform, anna)).notifications[0]
    const namesOf = async (q = '') => (await listGroups(platform, { q })).groups.map(({ name }) => name)
    return { platform, anna, bob, moderator, id, newestNotification, namesOf }
  }

  test('are the only ones who close, rename and reopen a group', async () => {
    const { platform, anna, bob } = await start()
    const name = 'Rude club'
    for (const attempt of [
      () => closeGroup(platform, bob, { name, reason }),
      () => renameGroup(platform, anna, { group: name, reason, name: 'x' }),
      () => reopenGroup(platform, bob, { name }),
    ])
      await expect(attempt()).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('give a reason', async () => {
    const { platform, moderator } = await start()
    expect(await errorsOf(closeGroup(platform, moderator, { name: 'Rude club', reason: ' ' }))).toEqual({
      reason: 'Enter a reason of 1 to 300 characters',
    })
  })

  test('get reports about a group', async () => {
    const { platform, bob, id } = await start()
    expect(
      await report(platform, bob, { type: 'group', id: String(id), category: 'Hate', note: '', link: '' }),
    ).toHaveProperty('id')
  })

  test('close a group once when two of them do so', async () => {
    const { platform, moderator } = await start()
    const closing = [1, 2].map(() => closeGroup(platform, moderator, { name: 'Rude club', reason }))
    const outcomes = await Promise.allSettled(closing)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('hide a closed group from other users, and notify its owner, who still sees it', async () => {
    const { platform, anna, bob, moderator, newestNotification, namesOf } = await start()
    await closeGroup(platform, moderator, { name: 'Rude club', reason })
    for (const verb of [viewGroup, joinGroup, leaveGroup] as const)
      await expect(verb(platform, bob, { name: 'Rude club' })).rejects.toThrow(
        'This group was closed by a moderator',
      )
    expect(await namesOf()).toEqual([])
    expect(await namesOf('club')).toEqual([])
    for (const name of ['Anna', 'Bob'])
      expect(await viewProfile(platform, bob, { username: name })).toMatchObject({
        groups: [],
        groupsOwned: [],
      })
    expect(await viewGroup(platform, anna, { name: 'Rude club' })).toMatchObject({
      closedReason: reason,
      moderates: false,
    })
    expect(await newestNotification()).toMatchObject({
      type: 'group',
      sender: null,
      note: 'Your group “Rude club” was closed: The name is rude',
      link: '/groups/Rude%20club',
    })
  })

  test('leave the name of a closed group taken', async () => {
    const { platform, anna, moderator } = await start()
    await closeGroup(platform, moderator, { name: 'Rude club', reason })
    expect(await errorsOf(createGroup(platform, anna, { name: 'rude club' }))).toHaveProperty('name')
  })

  test('rename a group to a free name without filtered words', async () => {
    const { platform, anna, moderator, namesOf } = await start()
    const rename = (name: string) => renameGroup(platform, moderator, { group: 'rude club', name, reason })
    await createGroup(platform, anna, { name: 'Others' })
    expect(await errorsOf(rename('OTHERS'))).toEqual({ name: 'This name is already in use' })
    expect(await errorsOf(rename('Darn'))).toEqual({
      name: 'This name contains a word that isn’t allowed here',
    })
    expect(await rename('Kind club')).toEqual({ name: 'Kind club', path: '/groups/Kind%20club' })
    expect(await namesOf('ind clu')).toEqual(['Kind club'])
    expect(await namesOf('ude clu')).toEqual([])
  })

  test('reopen a closed group with its members, and notify its owner', async () => {
    const { platform, bob, moderator, id, newestNotification } = await start()
    await closeGroup(platform, moderator, { name: 'Rude club', reason })
    await renameGroup(platform, moderator, { group: 'Rude club', name: 'Kind club', reason })
    await reopenGroup(platform, moderator, { name: 'Kind club' })
    await expect(reopenGroup(platform, moderator, { name: 'Kind club' })).rejects.toMatchObject({
      reason: 'invalid',
    })
    expect(await viewGroup(platform, bob, { name: 'Kind club' })).toMatchObject({
      id,
      memberCount: 2,
      closedReason: null,
    })
    expect(await newestNotification()).toMatchObject({ note: 'Your group “Kind club” is open again' })
  })

  test('leave an entry in the audit log for each action', async () => {
    const { platform, moderator, id } = await start()
    await closeGroup(platform, moderator, { name: 'Rude club', reason })
    await renameGroup(platform, moderator, { group: 'Rude club', name: 'Kind club', reason })
    await reopenGroup(platform, moderator, { name: 'Kind club' })
    const log = await platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()
    expect(log.map(({ action, subject }) => [action, subject]).toSorted()).toEqual([
      ['closegroup', `group:${id}`],
      ['renamegroup', `group:${id}`],
      ['reopengroup', `group:${id}`],
    ])
    expect(log.map(({ after }) => JSON.parse(after ?? ''))).toContainEqual({
      name: 'Rude club',
      open: false,
      reason,
    })
  })
})
