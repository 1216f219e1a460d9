import { describe, expect, test } from 'vitest'
import { minute } from '../foundation/clock.ts'
import { viewProfile } from '../profiles/view.ts'
import { startTestEconomy } from '../testing/economy.ts'
import { errorsOf } from '../testing/errors.ts'
import { registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { createGroup } from './create.ts'
import { listGroups } from './list.ts'
import { joinGroup, leaveGroup } from './membership.ts'
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
    expect(group.members).toEqual([{ id: anna.id, username: 'Anna' }])

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
      return { outcome: 'unknown' }
    }
    await expect(createGroup(platform, anna, { name: 'Later' })).rejects.toThrow('Cannot connect')
    expect(await namesOf(platform)).toEqual([])
    platform.economy.send = lost
    await createGroup(platform, anna, { name: 'later' })
    expect(await namesOf(platform)).toEqual(['Later'])
    platform.economy.send = async () => ({ outcome: 'unknown' })
    await expect(createGroup(platform, anna, { name: 'Second' })).rejects.toThrow('Cannot connect')
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
})

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Group ${index}`)
