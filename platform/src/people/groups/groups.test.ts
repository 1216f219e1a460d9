import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { type Actor, operator } from '../../accounts/rules.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { viewProfile } from '../profiles/view.ts'
import { createGroup } from './create.ts'
import { listGroups, viewGroups } from './list.ts'
import { joinGroup, leaveGroup } from './membership.ts'
import { viewGroup } from './view.ts'

const unit = 1_000_000
const noAnswer = { outcome: 'unknown', reason: 'the economy service has not answered' } as const

async function start(kind: DatabaseKind, config: object = {}) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, config, { ECONOMY_URL: economy.address })
  const anna = await registerPerson(platform, 'Anna')
  const bob = await registerPerson(platform, 'Bob')
  await economy.mint(anna, 12 * unit)
  return { economy, platform, anna, bob }
}

const namesOf = async (platform: TestPlatform, input: Record<string, unknown> = {}) =>
  (await viewGroups(platform, operator, input)).groups.map(({ name }) => name)

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Group ${index}`)

async function insertGroups({ db }: TestPlatform, owner: Actor, names: readonly string[]): Promise<void> {
  await db
    .insertInto('groups')
    .values(
      names.map((name, index) => ({
        id: 100_000_000 + index,
        name,
        name_key: name.toLowerCase(),
        owner_id: owner.id,
        created: 0,
        member_count: index % 7,
        open: 1,
      })),
    )
    .execute()
}

describe.each(databases)('groups on %s', (kind) => {
  test('cost 5 units, and have their owner as a member', async () => {
    const { economy, platform, anna } = await start(kind)
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
    const group = await viewGroup(platform, anna, { name: 'the builders' })
    expect(group).toMatchObject({
      ownerUsername: 'Anna',
      isOwner: true,
      isMember: true,
      memberCount: 1,
      next: null,
    })
    expect(group.members).toEqual([{ id: anna.id, username: 'Anna', portrait: null }])
  })

  test('are joined and left by other users, and listed on profiles', async () => {
    const { platform, anna, bob } = await start(kind)
    await createGroup(platform, anna, { name: 'The Builders' })
    const group = await viewGroup(platform, anna, { name: 'The Builders' })
    await Promise.all([
      joinGroup(platform, bob, { name: 'The Builders' }),
      joinGroup(platform, bob, { name: 'THE BUILDERS' }),
    ])
    const listing = { id: group.id, name: 'The Builders', memberCount: 2 }
    expect(await viewProfile(platform, anna, { username: 'Bob' })).toMatchObject({
      groups: [listing],
      groupsOwned: [],
    })
    expect(await viewProfile(platform, bob, { username: 'Anna' })).toMatchObject({
      groups: [listing],
      groupsOwned: [listing],
    })
    await Promise.all([
      leaveGroup(platform, bob, { name: 'The Builders' }),
      leaveGroup(platform, bob, { name: 'The Builders' }),
    ])
    expect(await viewGroup(platform, bob, { name: 'The Builders' })).toMatchObject({
      memberCount: 1,
      isMember: false,
    })
    await expect(leaveGroup(platform, anna, { name: 'The Builders' })).rejects.toThrow('You own this group')
    await expect(viewGroup(platform, bob, { name: 'No such' })).rejects.toMatchObject({ reason: 'missing' })
    await expect(joinGroup(platform, bob, { name: 'a/b' })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('are listed on the profile of their owner, newest first, and joined ones by the time of joining', async () => {
    const { economy, platform, anna, bob } = await start(kind)
    await economy.mint(bob, 12 * unit)
    for (const [maker, name] of [
      [anna, 'Ants'],
      [bob, 'Bees'],
      [anna, 'Cats'],
    ] as const) {
      await createGroup(platform, maker, { name })
      platform.pass(minute)
    }
    await joinGroup(platform, anna, { name: 'Bees' })
    const { groups, groupsOwned } = await viewProfile(platform, bob, { username: 'Anna' })
    expect(groups.map(({ name }) => name)).toEqual(['Bees', 'Cats', 'Ants'])
    expect(groupsOwned.map(({ name }) => name)).toEqual(['Cats', 'Ants'])
  })

  test.each(['a/b', 'create', '!!!', 'ab'])('cannot be named %j', async (name) => {
    const { platform, anna } = await start(kind)
    expect(await errorsOf(createGroup(platform, anna, { name }))).toHaveProperty('name')
  })

  test('are created and paid for once by simultaneous requests for one name', async () => {
    const { economy, platform, anna, bob } = await start(kind)
    await economy.mint(bob, 12 * unit)
    const tries = [anna, bob, anna, bob].map((person) => createGroup(platform, person, { name: 'Pirates' }))
    const outcomes = await Promise.allSettled(tries)
    // Both requests of the winner succeed, because they are for the same group.
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await economy.balanceOf(anna)) + (await economy.balanceOf(bob))).toBe(19 * unit)
    expect(await errorsOf(createGroup(platform, bob, { name: 'pirates' }))).toEqual({
      name: 'This name is already in use',
    })
    expect((await namesOf(platform)).length).toBe(1)
  })

  test('are limited in number for each user', async () => {
    const { economy, platform, anna, bob } = await start(kind, { Groups: { PerUser: 2 } })
    await economy.mint(anna, 100 * unit)
    await createGroup(platform, anna, { name: 'One' })
    await createGroup(platform, anna, { name: 'Two' })
    await expect(createGroup(platform, anna, { name: 'Three' })).rejects.toThrow(
      'You are already in 2 groups',
    )
    await joinGroup(platform, anna, { name: 'One' })
    await economy.mint(bob, 100 * unit)
    await createGroup(platform, bob, { name: 'Three' })
    const joining = ['One', 'Two'].map((name) => joinGroup(platform, bob, { name }))
    const outcomes = await Promise.allSettled(joining)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await economy.events()).filter(({ Type }) => Type === 'Burn')).toHaveLength(3)
  })

  test('are listed by their number of members, page by page', async () => {
    const { platform, anna } = await start(kind)
    await insertGroups(platform, anna, numbered(64))
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const { groups, next } = await listGroups(platform, { cursor })
      pages.push(...groups.map(({ name }) => name))
      cursor = next ?? undefined
    } while (cursor)
    expect(pages.length).toBe(64)
    expect(new Set(pages).size).toBe(64)
    await expect(listGroups(platform, { cursor: 'x' })).rejects.toThrow('This page of the list doesn’t exist')
  })

  test('are found by a part of their name', async () => {
    const { platform, anna } = await start(kind)
    await insertGroups(platform, anna, [
      'Harbour masters',
      'Masters',
      'MASTERPIECE',
      'The old 100% club',
      ...numbered(60),
    ])
    expect(await namesOf(platform, { q: ' master ' })).toEqual(['MASTERPIECE', 'Masters', 'Harbour masters'])
    expect(await namesOf(platform, { q: '100%' })).toEqual(['The old 100% club'])
    for (const q of ['%%%', '___', '"', 'x OR y', 'NEAR(a b)', '\0', 'ma*'])
      expect(await namesOf(platform, { q })).toEqual([])
  })

  test('are not created for an owner who cannot pay', async () => {
    const { platform, bob } = await start(kind)
    await expect(createGroup(platform, bob, { name: 'Poor' })).rejects.toThrow(
      'insufficient balance: balance was 0.000000 unit, at least 5.000000 unit is required',
    )
    expect(await platform.db.selectFrom('groups').select('name').execute()).toEqual([])
  })

  test('are created once for a payment whose response was lost, when the owner retries', async () => {
    const { economy, platform, anna } = await start(kind)
    const { send } = platform.economy
    platform.economy.send = async (...request) => {
      await send(...request)
      return noAnswer
    }
    await expect(createGroup(platform, anna, { name: 'Later' })).rejects.toThrow('still being checked')
    expect(await namesOf(platform)).toEqual([])
    platform.economy.send = send
    await createGroup(platform, anna, { name: 'later' })
    expect(await namesOf(platform)).toEqual(['Later'])
    expect(await economy.balanceOf(anna)).toBe(7 * unit)
  })

  test('are created by the job that settles pending payments', async () => {
    const { economy, platform, anna } = await start(kind)
    const { send } = platform.economy
    platform.economy.send = async () => noAnswer
    await expect(createGroup(platform, anna, { name: 'Second' })).rejects.toThrow('still being checked')
    platform.economy.send = send
    platform.pass(minute)
    await platform.payments.settleLeft()
    expect(await namesOf(platform)).toEqual(['Second'])
    expect(await economy.balanceOf(anna)).toBe(7 * unit)
  })

  test('are not created while the economy service is down', async () => {
    const { economy, platform, anna } = await start(kind)
    await economy.close()
    await expect(createGroup(platform, anna, { name: 'Never' })).rejects.toThrow(
      'Cannot connect to Economy service',
    )
    expect(await namesOf(platform)).toEqual([])
  })
})
