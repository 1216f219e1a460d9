import { day, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { accountRow } from '../../testing/account-row.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { moderate } from '../actions/moderate.ts'
import { exportModerated, viewModerated } from '../actions/view-moderated.ts'
import { setLevel } from './set-level.ts'
import { exportAccounts, viewAccounts } from './view-accounts.ts'

type Listing = { next: string | null }

/** Reads all pages of a list. */
async function pagesOf<Page extends Listing>(read: (cursor?: string) => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor: string | undefined; ; ) {
    const part = await read(cursor)
    pages.push(part)
    if (part.next === null) return pages
    cursor = part.next
  }
}

const namesOf = (rows: readonly { username: string }[]) => rows.map(({ username }) => username)

describe.each(databases)('lists of accounts on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    /** Accounts that were registered in pairs, long ago, so that names decide the order within a pair. */
    const crowd = Array.from({ length: 102 }, (_, index) => `Person_${String(index).padStart(3, '0')}`)
    const users = crowd.map((username, index) =>
      accountRow(username, { id: `person${index}`, created: Math.floor(index / 2) }),
    )
    await platform.db.insertInto('users').values(users).execute()
    const act = (username: string, type: string, fields = {}) =>
      moderate(platform, administrator, { username, type, reason: 'x', ...fields })
    return { platform, administrator, crowd, act }
  }

  test('lists every account once in every order, page by page and as a file', async () => {
    const { platform, administrator, crowd } = await start()
    const orders = {
      newest: ['Administrator', ...crowd.toReversed()],
      oldest: [...crowd, 'Administrator'],
      name: ['Administrator', ...crowd],
      '-name': [...crowd.toReversed(), 'Administrator'],
    }
    for (const [sort, expected] of Object.entries(orders)) {
      const pages = await pagesOf((cursor) => viewAccounts(platform, administrator, { sort, cursor }))
      expect(pages).toHaveLength(3)
      expect(
        pages.flatMap(({ accounts }) => namesOf(accounts)),
        sort,
      ).toEqual(expected)
      const file = await Array.fromAsync(
        await exportAccounts(platform, administrator, { sort, cursor: 'any' }),
      )
      expect(namesOf(file)).toEqual(expected)
    }
    await expect(viewAccounts(platform, administrator, { cursor: 'x' })).rejects.toMatchObject({
      reason: 'invalid',
    })
  })

  test('filters accounts by prefix, level and standing', async () => {
    const { platform, administrator, crowd, act } = await start()
    const found = async (input: object) =>
      namesOf((await viewAccounts(platform, administrator, { sort: 'name', ...input })).accounts)
    expect(await found({ q: ' PERSON_09 ' })).toEqual(crowd.slice(90, 100))
    expect(await found({ q: 'no one' })).toEqual([])
    expect(await found({ q: 'x%' })).toEqual([])

    await setLevel(platform, administrator, { username: 'Person_001', permissionLevel: '4' })
    await setLevel(platform, administrator, { username: 'Person_002', permissionLevel: '2' })
    expect(await found({ level: 'staff' })).toEqual(['Administrator', 'Person_001', 'Person_002'])
    expect(await found({ level: '4' })).toEqual(['Person_001'])
    expect(await found({ level: '1', q: 'person_00' })).toEqual(['Person_000', ...crowd.slice(3, 10)])
    expect(await found({ level: '9' })).toHaveLength(50)

    await act('Person_003', 'Warning')
    await act('Person_004', 'Ban', { days: '1' })
    await act('Person_005', 'Ban', { days: '3' })
    await act('Person_006', 'Termination')
    platform.pass(day)
    expect(await found({ standing: 'Warning' })).toEqual(['Person_003'])
    expect(await found({ standing: 'Ban' }), 'and not one that has ended by itself').toEqual(['Person_005'])
    expect(await found({ standing: 'Moderated' })).toEqual(['Person_003', 'Person_005', 'Person_006'])
    expect(await found({ standing: 'Good', q: 'person_00' })).toEqual([
      ...crowd.slice(0, 3),
      'Person_004',
      ...crowd.slice(7, 10),
    ])
    const { accounts } = await viewAccounts(platform, administrator, { q: 'person_005' })
    expect(accounts).toEqual([
      {
        id: 'person5',
        username: 'Person_005',
        permissionLevel: 1,
        created: 2,
        standing: 'Ban',
        erasure: null,
      },
    ])

    const erasure = platform.now() + day
    const departures = ['person7', 'person5'].map((user_id) => ({
      user_id,
      requested: platform.now(),
      due: erasure,
      started: null,
    }))
    await platform.db.insertInto('departures').values(departures).execute()
    expect(await found({ standing: 'Leaving' })).toEqual(['Person_005', 'Person_007'])
    expect(await found({ standing: 'Good', q: 'person_00' })).not.toContain('Person_007')
    const { accounts: leaving } = await viewAccounts(platform, administrator, { q: 'person_007' })
    expect(leaving).toMatchObject([{ standing: null, erasure }])
  })

  test('lists actions in force in every order, filtered, page by page and as a file', async () => {
    const { platform, administrator, crowd, act } = await start()
    for (const username of crowd.slice(0, 60)) {
      platform.pass(second)
      await act(username, 'Warning')
    }
    platform.pass(second)
    const helper = await registerPerson(platform, 'Helper')
    await setLevel(platform, administrator, { username: 'Helper', permissionLevel: '4' })
    const moderator = { ...helper, permissionLevel: 4 }
    const ban = { type: 'Ban', reason: '=1+1', note: 'Seen twice' }
    await moderate(platform, moderator, { ...ban, username: 'Person_100', days: '2' })
    await moderate(platform, moderator, { ...ban, username: 'Person_101', days: '1' })

    const listed = async (input: object) => {
      const pages = await pagesOf((cursor) => viewModerated(platform, administrator, { ...input, cursor }))
      return pages.flatMap(({ moderated }) => namesOf(moderated))
    }
    const warned = crowd.slice(0, 60)
    expect(await listed({})).toEqual(['Person_101', 'Person_100', ...warned.toReversed()])
    expect(await listed({ sort: 'oldest' })).toEqual([...warned, 'Person_100', 'Person_101'])
    const soonest = await listed({ sort: 'soonest' })
    expect([soonest.slice(0, 2), soonest.length]).toEqual([['Person_101', 'Person_100'], 62])
    expect(await listed({ sort: 'latest' })).toEqual(soonest.toReversed())
    expect(await listed({ q: ' PERSON_05 ', sort: 'oldest' })).toEqual(crowd.slice(50, 60))
    expect(await listed({ q: 'x%' })).toEqual([])
    expect(await listed({ type: 'Ban', sort: 'soonest' })).toEqual(['Person_101', 'Person_100'])
    expect(await listed({ moderator: 'HELPER' })).toHaveLength(2)
    await expect(viewModerated(platform, administrator, { cursor: 'x' })).rejects.toMatchObject({
      reason: 'invalid',
    })

    const file = await Array.fromAsync(await exportModerated(platform, administrator, { sort: 'oldest' }))
    expect(file).toHaveLength(62)
    expect(file.at(-1)).toMatchObject({ username: 'Person_101', note: 'Seen twice', moderator: 'Helper' })
    platform.pass(day)
    expect(await listed({ q: 'person_1' })).toEqual(['Person_100'])
  })

  test('refuses lists below level 4', async () => {
    const { platform, administrator } = await start()
    for (const permissionLevel of [1, 2, 3]) {
      const actor = { ...administrator, permissionLevel }
      const refused = { reason: 'forbidden' }
      await expect(viewAccounts(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(viewModerated(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(exportAccounts(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(exportModerated(platform, actor, {})).rejects.toMatchObject(refused)
    }
  })
})
