import { describe, expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { insertAsset } from '../assets/files/store-asset.ts'
import type { Visibility } from '../assets/rules.ts'
import { newAssetId } from '../foundation/ids.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import { unmoderate } from '../moderation/actions/unmoderate.ts'
import { updatePrivacy } from '../places/settings.ts'
import { registerPerson } from '../testing/people.ts'
import {
  createPostgresDatabaseInLanguage,
  databases,
  openTestPlatform,
  type TestPlatform,
} from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { searchAll } from './search-all.ts'

describe.each(databases)('searching everything on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { PerUser: 100 } })
    const administrator = await registerPerson(platform, 'Administrator')
    const viewer = await registerPerson(platform, 'Viewer')
    return { platform, administrator, viewer, search: (q: string) => searchAll(platform, viewer, { q }) }
  }

  const namesIn = ({ users, places, assets, groups }: Awaited<ReturnType<typeof searchAll>>) => [
    users.map(({ username }) => username),
    ...[places, assets, groups].map((found) => found.map(({ name }) => name)),
  ]

  test('finds public results of each kind, in the order of that kind’s own search', async () => {
    const { platform, administrator, viewer, search } = await start()
    for (const name of ['Pirate', 'the_pirate', 'Gone_pirate']) await registerPerson(platform, name)
    await createPublishedPlace(platform, viewer, { name: 'Pirate bay' })
    const hidden = await createPublishedPlace(platform, administrator, { name: 'Pirate hideout' })
    await updatePrivacy(platform, administrator, { id: hidden.id, privateServer: 'on' })
    await addAssets(platform, administrator, [
      ['Old pirate hat', 'Visible'],
      ['Pirate shirt', 'Pending'],
      ['Pirate face', 'Moderated'],
    ])
    await addGroups(platform, viewer, [
      ['Sea pirates', 1],
      ['Pirates unpaid', 0],
    ])
    await moderate(platform, administrator, { username: 'Gone_pirate', type: 'Termination', reason: 'x' })

    const found = await search(' PIRATE ')
    expect(found.q).toBe('PIRATE')
    expect(namesIn(found)).toEqual([
      ['Pirate', 'the_pirate'],
      ['Pirate bay'],
      ['Old pirate hat'],
      ['Sea pirates'],
    ])
    expect(found.found).toEqual({
      users: { count: 2, more: false },
      places: { count: 1, more: false },
      assets: { count: 1, more: false },
      groups: { count: 1, more: false },
    })
    expect(namesIn(await search('gone'))).toEqual([[], [], [], []])
    await unmoderate(platform, administrator, { username: 'Gone_pirate' })
    expect(namesIn(await search('gone'))[0]).toEqual(['Gone_pirate'])
    expect(namesIn(await search('pi'))).toEqual([['Pirate'], ['Pirate bay'], [], []])
  })

  test('returns the best few of many, and says that there are more', async () => {
    const { platform, viewer, search } = await start()
    for (let number = 10; number < 62; number++)
      await createPublishedPlace(platform, viewer, { name: `Race ${number}` })
    await addAssets(
      platform,
      viewer,
      numbered('Race car', 60).map((name) => [name, 'Visible']),
    )
    await addGroups(
      platform,
      viewer,
      numbered('The race club', 60).map((name) => [name, 1]),
    )
    const found = await search('race')
    expect(namesIn(found).map(({ length }) => length)).toEqual([0, 6, 5, 6])
    expect(found.found).toMatchObject({
      places: { count: 50, more: true },
      assets: { count: 50, more: true },
      groups: { count: 48, more: true },
    })
  })

  test('finds nothing for an impossible name, and refuses a text that is too long', async () => {
    const { search } = await start()
    for (const q of ['', '  ', '%', "'", '"', '\0', '\uD800', 'x'.repeat(100)]) {
      expect(namesIn(await search(q)), q).toEqual([[], [], [], []])
    }
    await expect(search('x'.repeat(101))).rejects.toThrow('q: Use at most 100 characters')
  })
})

const names = ['ab-cd', 'AB cd', 'Abba', 'abz', 'Straße ab-cd', 'The ab cd', '龍の日本語 c++', 'Über *abz*']

/** Texts with the one name that contains each of them, if any. */
const foundByPart = [
  ['日本語', '龍の日本語 c++'],
  ['c++', '龍の日本語 c++'],
  ['*ab', 'Über *abz*'],
  ['z*', undefined],
  ['bz*', 'Über *abz*'],
  ['über', 'Über *abz*'],
  ['RASS', undefined],
  ['RASSE', undefined],
  ['raße', 'Straße ab-cd'],
  ['ße a', 'Straße ab-cd'],
  ['e_a', undefined],
  ['%ab', undefined],
  ['___', undefined],
] as const

test.each([...databases, 'PostgreSQL in English'] as const)(
  'finds names by beginnings and parts with any letters and signs on %s',
  async (kind) => {
    const english =
      kind === 'PostgreSQL in English' ? await createPostgresDatabaseInLanguage('en-US') : undefined
    if (english) onTestFinished(english.drop)
    const platform = await openTestPlatform(
      kind === 'PostgreSQL in English' ? 'SQLite' : kind,
      { Places: { PerUser: 100 } },
      english && { DATABASE_URL: english.url },
    )
    const viewer = await registerPerson(platform, 'Viewer')
    for (const name of ['ab_cd', 'ABBA', 'abz', 'x_ab_cd', 'q_abba']) await registerPerson(platform, name)
    for (const name of names) await createPublishedPlace(platform, viewer, { name })
    await addAssets(
      platform,
      viewer,
      names.map((name) => [name, 'Visible']),
    )
    await addGroups(
      platform,
      viewer,
      names.map((name) => [name, 1]),
    )
    const find = async (q: string) => {
      const found = await searchAll(platform, viewer, { q })
      return Object.fromEntries(
        (['places', 'assets', 'groups'] as const).map((kind) => [kind, found[kind].map(({ name }) => name)]),
      )
    }
    const beginnings = ['AB cd', 'ab-cd', 'Abba', 'abz']
    const { places = [], groups } = await find('ab')
    // Places of equal popularity have no order by name.
    expect([places.toSorted(), groups]).toEqual([beginnings.toSorted(), beginnings])
    const people = async (q: string) =>
      (await searchAll(platform, viewer, { q })).users.map(({ username }) => username)
    expect([await people('ab'), (await people('b_c')).toSorted()]).toEqual([
      ['ab_cd', 'ABBA', 'abz'],
      ['ab_cd', 'x_ab_cd'],
    ])
    for (const [q, name] of foundByPart) {
      const only = name ? [name] : []
      expect(await find(q), q).toEqual({ places: only, assets: only, groups: only })
    }
  },
)

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`)

async function addAssets(
  { db }: TestPlatform,
  creator: Actor,
  assets: [name: string, visibility: Visibility][],
) {
  const file = { file_size: 1, file_sha256: 'x', file_md5: 'x' }
  for (const [name, visibility] of assets) {
    const asset = { id: newAssetId(), name, visibility, type: 8, description: '', ...file }
    await insertAsset(db, creator, asset, 0)
  }
}

async function addGroups({ db }: TestPlatform, owner: Actor, groups: [name: string, open: number][]) {
  const rows = groups.map(([name, open]) => ({
    ...{ id: newAssetId(), name, name_key: name.toLowerCase(), owner_id: owner.id },
    ...{ created: 0, member_count: 1, open },
  }))
  await db.insertInto('groups').values(rows).execute()
}
