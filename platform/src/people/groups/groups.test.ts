import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { minute } from '../../foundation/clock.ts'
import { report } from '../../moderation/reports/report.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { viewProfile } from '../profiles/view.ts'
import { createGroup } from './create.ts'
import { listGroups } from './list.ts'
import { joinGroup, leaveGroup } from './membership.ts'
import { closeGroup, renameGroup, reopenGroup } from './moderate.ts'
import { viewGroup } from './view.ts'

const unit = 1_000_000

async function start(kind: DatabaseKind, config: object = {}) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, config, { ECONOMY_URL: economy.address })
  const anna = await registerPerson(platform, 'Anna')
  const bob = await registerPerson(platform, 'Bob')
  await economy.mint(anna, 12 * unit)
  return { economy, platform, anna, bob }
}

const namesOf = async (platform: TestPlatform, input: object = {}) =>
  (await listGroups(platform, input)).groups.map(({ name }) => name)

describe.each(databases)('groups on %s', (kind) => {
  test('a group costs 5 units, has its owner in it, and is on their profile', async () => {
    const { economy, platform, anna, bob } = await start(kind)
    expect(await createGroup(platform, anna, { name: '  The   Builders ' })).toEqual({
      name: 'The Builders',
      path: '/groups/The%20Builders',
    })
    expect(await economy.balanceOf(anna)).toBe(7 * unit)
    const link = '/groups/The%20Builders'
    expect((await economy.events())[0]).toMatchObject({
      Type: 'Burn',
      Amount: 5 * unit,
      Note: 'Created the group The Builders',
      Link: link,
    })
    const group = await viewGroup(platform, anna, 'the builders')
    expect(group).toMatchObject({
      ownerUsername: 'Anna',
      isOwner: true,
      isMember: true,
      memberCount: 1,
      next: null,
    })
    expect(group.members).toEqual([{ id: anna.id, username: 'Anna', portrait: null }])

    await Promise.all([joinGroup(platform, bob, 'The Builders'), joinGroup(platform, bob, 'THE BUILDERS')])
    const listing = { id: group.id, name: 'The Builders', memberCount: 2 }
    expect(await viewProfile(platform, anna, 'Bob')).toMatchObject({ groups: [listing], groupsOwned: [] })
    expect(await viewProfile(platform, bob, 'Anna')).toMatchObject({
      groups: [listing],
      groupsOwned: [listing],
    })
    await Promise.all([leaveGroup(platform, bob, 'The Builders'), leaveGroup(platform, bob, 'The Builders')])
    expect(await viewGroup(platform, bob, 'The Builders')).toMatchObject({ memberCount: 1, isMember: false })
    await expect(leaveGroup(platform, anna, 'The Builders')).rejects.toThrow('This group is yours')
    await expect(viewGroup(platform, bob, 'No such')).rejects.toMatchObject({ reason: 'missing' })
    await expect(joinGroup(platform, bob, 'a/b')).rejects.toMatchObject({ reason: 'missing' })
  })

  test('of one name at one moment, one group is made and paid for', async () => {
    const { economy, platform, anna, bob } = await start(kind)
    await economy.mint(bob, 12 * unit)
    const tries = [anna, bob, anna, bob].map((person) => createGroup(platform, person, { name: 'Pirates' }))
    const outcomes = await Promise.allSettled(tries)
    // Whoever has the name may have asked twice: it is the same group.
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await economy.balanceOf(anna)) + (await economy.balanceOf(bob))).toBe(19 * unit)
    expect(await errorsOf(createGroup(platform, bob, { name: 'pirates' }))).toEqual({
      name: 'This name is already in use',
    })
    expect((await namesOf(platform)).length).toBe(1)
  })

  test('one is in so many groups and no more', async () => {
    const { economy, platform, anna, bob } = await start(kind, { Groups: { PerUser: 2 } })
    await economy.mint(anna, 100 * unit)
    await createGroup(platform, anna, { name: 'One' })
    await createGroup(platform, anna, { name: 'Two' })
    await expect(createGroup(platform, anna, { name: 'Three' })).rejects.toThrow('You are in 2 groups')
    await joinGroup(platform, anna, 'One')
    await economy.mint(bob, 100 * unit)
    await createGroup(platform, bob, { name: 'Three' })
    const joining = ['One', 'Two'].map((name) => joinGroup(platform, bob, name))
    const outcomes = await Promise.allSettled(joining)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await economy.events()).filter(({ Type }) => Type === 'Burn')).toHaveLength(3)
  })

  test('groups are listed by their members, and found by a part of their name; names that no address can have are refused', async () => {
    const { platform, anna } = await start(kind)
    const names = ['Harbour masters', 'Masters', 'MASTERPIECE', 'The old 100% club', ...numbered(60)]
    await platform.db
      .insertInto('groups')
      .values(
        names.map((name, index) => ({
          id: 100_000_000 + index,
          name,
          name_key: name.toLowerCase(),
          owner_id: anna.id,
          created: 0,
          member_count: index % 7,
          open: 1,
        })),
      )
      .execute()
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const { groups, next } = await listGroups(platform, { cursor })
      pages.push(...groups.map(({ name }) => name))
      cursor = next ?? undefined
    } while (cursor)
    expect(pages.length).toBe(64)
    expect(new Set(pages).size).toBe(64)
    expect(await namesOf(platform, { q: ' master ' })).toEqual(['MASTERPIECE', 'Masters', 'Harbour masters'])
    expect(await namesOf(platform, { q: '100%' })).toEqual(['The old 100% club'])
    for (const q of ['%%%', '___', '"', 'x OR y', 'NEAR(a b)', '\0', 'ma*'])
      expect(await namesOf(platform, { q })).toEqual([])
    await expect(listGroups(platform, { cursor: 'x' })).rejects.toThrow(
      'This part of the list does not exist',
    )
  })

  test('who cannot pay has nothing, and the name is free again; what was left pending is made later, or asked for again', async () => {
    const { economy, platform, anna, bob } = await start(kind)
    await expect(createGroup(platform, bob, { name: 'Poor' })).rejects.toThrow(
      'insufficient balance: balance was 0.000000 unit, at least 5.000000 unit is required',
    )
    expect(await namesOf(platform)).toEqual([])
    const lost = platform.economy.send
    platform.economy.send = async (...request) => {
      await lost(...request)
      return { outcome: 'unknown', reason: 'the economy service has not answered' }
    }
    await expect(createGroup(platform, anna, { name: 'Later' })).rejects.toThrow('still being checked')
    expect(await namesOf(platform)).toEqual([])
    platform.economy.send = lost
    await createGroup(platform, anna, { name: 'later' })
    expect(await namesOf(platform)).toEqual(['Later'])
    platform.economy.send = async () => ({
      outcome: 'unknown',
      reason: 'the economy service has not answered',
    })
    await expect(createGroup(platform, anna, { name: 'Second' })).rejects.toThrow('still being checked')
    platform.economy.send = lost
    platform.pass(minute)
    await platform.payments.settleLeft()
    expect(await namesOf(platform)).toContain('Second')
    expect(await economy.balanceOf(anna)).toBe(2 * unit)
    await economy.close()
    await expect(createGroup(platform, anna, { name: 'Never' })).rejects.toThrow(
      'Cannot connect to Economy service',
    )
    expect(await namesOf(platform)).not.toContain('Never')
  })

  test('moderators close a group, open it again and rename it: its owner is told why, lists and profiles leave it out', async () => {
    const { platform, bob, ...started } = await start(kind, { Filtering: { Words: ['darn'] } })
    const anna = { ...started.anna, permissionLevel: permissionLevel.user }
    const moderator = {
      ...(await registerPerson(platform, 'Mod')),
      permissionLevel: permissionLevel.moderator,
    }
    await platform.db.updateTable('users').set({ permission_level: permissionLevel.user }).execute()
    const { id } = await createGroup(platform, anna, { name: 'Rude club' }).then(() =>
      viewGroup(platform, anna, 'Rude club'),
    )
    await joinGroup(platform, bob, 'Rude club')
    const told = async () => (await viewNotifications(platform, anna)).notifications[0]
    const reason = 'The name is rude'

    for (const [actor, what] of [
      [bob, closeGroup],
      [anna, renameGroup],
      [bob, reopenGroup],
    ] as const)
      await expect(what(platform, actor, 'Rude club', { reason, name: 'x' })).rejects.toMatchObject({
        reason: 'forbidden',
      })
    expect(await errorsOf(closeGroup(platform, moderator, 'Rude club', { reason: ' ' }))).toEqual({
      reason: 'Say why, in 1 to 300 characters: the owner reads it',
    })
    expect(
      await report(platform, bob, { type: 'group', id: String(id), category: 'Hate', note: '', link: '' }),
    ).toHaveProperty('id')

    const closing = [1, 2].map(() => closeGroup(platform, moderator, 'Rude club', { reason }))
    const outcomes = await Promise.allSettled(closing)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const verb of [viewGroup, joinGroup, leaveGroup] as const)
      await expect(verb(platform, bob, 'Rude club')).rejects.toThrow('This group was closed by a moderator')
    expect(await namesOf(platform)).toEqual([])
    expect(await namesOf(platform, { q: 'club' })).toEqual([])
    for (const name of ['Anna', 'Bob'])
      expect(await viewProfile(platform, bob, name)).toMatchObject({ groups: [], groupsOwned: [] })
    expect(await viewGroup(platform, anna, 'Rude club')).toMatchObject({
      closedReason: reason,
      moderates: false,
    })
    expect(await told()).toMatchObject({
      type: 'group',
      sender: null,
      note: 'Your group “Rude club” was closed: The name is rude',
      link: '/groups/Rude%20club',
    })
    // Its name stays taken.
    expect(await errorsOf(createGroup(platform, anna, { name: 'rude club' }))).toHaveProperty('name')

    expect(await renameGroup(platform, moderator, 'rude club', { name: 'Kind club', reason })).toEqual({
      name: 'Kind club',
      path: '/groups/Kind%20club',
    })
    const taken = createGroup(platform, anna, { name: 'Others' }).then(() =>
      errorsOf(renameGroup(platform, moderator, 'Kind club', { name: 'OTHERS', reason })),
    )
    expect(await taken).toEqual({ name: 'This name is already in use' })
    expect(await errorsOf(renameGroup(platform, moderator, 'Kind club', { name: 'Darn', reason }))).toEqual({
      name: 'This name has a word in it that is not allowed here',
    })
    await reopenGroup(platform, moderator, 'Kind club')
    await expect(reopenGroup(platform, moderator, 'Kind club')).rejects.toMatchObject({ reason: 'invalid' })
    expect(await viewGroup(platform, bob, 'Kind club')).toMatchObject({
      id,
      memberCount: 2,
      closedReason: null,
    })
    expect(await namesOf(platform, { q: 'ind clu' })).toEqual(['Kind club'])
    expect(await namesOf(platform, { q: 'ude clu' })).toEqual([])
    expect(await told()).toMatchObject({ note: 'Your group “Kind club” is open again' })
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

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Group ${index}`)
