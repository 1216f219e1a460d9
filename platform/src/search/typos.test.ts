import { describe, expect, test } from 'vitest'
import { searchCorrected } from '../assets/catalog/search-corrected.ts'
import { insertAsset } from '../assets/files/store-asset.ts'
import { newAssetId } from '../foundation/ids.ts'
import { listGroups } from '../people/groups/list.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { searchAll } from './search-all.ts'
import { suggest } from './suggest.ts'

describe.each(databases)('typos on %s', (kind) => {
  test('are corrected for each kind without a match', async () => {
    const platform = await openTestPlatform(kind)
    const viewer = await registerPerson(platform, 'Builderman')
    await createPublishedPlace(platform, viewer, { name: 'Crystal Cavern' })
    const file = { file_size: 1, file_sha256: 'x', file_md5: 'x' }
    const hat = {
      id: newAssetId(),
      name: 'Viking helmet',
      visibility: 'Visible' as const,
      type: 8,
      description: '',
    }
    await insertAsset(platform.db, viewer, { ...hat, ...file }, 0)
    const group = { id: newAssetId(), name: 'Harbour friends', name_key: 'harbour friends' }
    await platform.db
      .insertInto('groups')
      .values({ ...group, owner_id: viewer.id, created: 0, member_count: 1, open: 1 })
      .execute()
    for (const [typed, field, name, corrected] of [
      ['cristal', 'places', 'Crystal Cavern', 'crystal'],
      ['vikign helmet', 'assets', 'Viking helmet', 'viking helmet'],
      ['harbor', 'groups', 'Harbour friends', null],
      ['bulderman', 'users', 'Builderman', null],
      ['Builderamn', 'users', 'Builderman', null],
    ] as const) {
      const found = await searchAll(platform, viewer, { q: typed })
      expect(found[field], typed).toMatchObject([field === 'users' ? { username: name } : { name }])
      expect(found, typed).toMatchObject({ q: typed, ...(corrected && { corrected }) })
      const suggested = await suggest(platform, viewer, { q: typed })
      expect(suggested[field], typed).toMatchObject([field === 'users' ? { username: name } : { name }])
    }
    expect(await searchCorrected(platform, null, { q: 'vikign helmet', sort: 'new' })).toMatchObject({
      ...{ q: 'vikign helmet', corrected: 'viking helmet', assets: [{ name: 'Viking helmet' }] },
    })
    expect(await listGroups(platform, { q: 'harbor' })).toMatchObject({
      ...{ corrected: 'harbour', groups: [{ name: 'Harbour friends' }] },
    })
    // If one kind has matches, no other kind is corrected.
    await createPublishedPlace(platform, viewer, { name: 'Vikign' })
    expect(await searchAll(platform, viewer, { q: 'vikign' })).toMatchObject({
      ...{ corrected: null, places: [{ name: 'Vikign' }], assets: [], found: { assets: { count: 0 } } },
    })
    const nothing = await searchAll(platform, viewer, { q: 'qqqqqq' })
    expect(nothing).toMatchObject({ users: [], places: [], assets: [], groups: [], corrected: null })
  })
})
