import { describe, expect, test } from 'vitest'
import { stock } from '../../testing/assets.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { updateAsset } from '../settings.ts'
import { searchCatalog } from './search.ts'

const names = ({ assets }: { assets: { name: string }[] }) => assets.map(({ name }) => name)

describe.each(databases)('searching the catalog on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    return { platform, maker }
  }

  test('finds names by parts: exact names first, then prefixes, words and other parts, then by sales', async () => {
    const { platform, maker } = await start()
    const [cap] = await stock(platform, maker, [
      { name: 'Red cap' },
      { name: 'Handicap' },
      { name: 'Capstan' },
      { name: 'CAP' },
      { name: 'Blue cap', sold: 3 },
      { name: 'Capybara', sold: 1 },
      { name: 'Cap texture', type: 1 },
      { name: 'Captive', visibility: 'Pending' },
      { name: '100% cap_x "q"', visibility: 'Moderated' },
    ])
    const find = async (q: string, more: object = {}) =>
      names(await searchCatalog(platform, null, { q, ...more }))
    expect(await find(' Cap ')).toEqual(['CAP', 'Capybara', 'Capstan', 'Blue cap', 'Red cap', 'Handicap'])
    expect(await find('apy')).toEqual(['Capybara'])
    expect(await find('ca'), 'two characters find beginnings').toEqual(['Capybara', 'CAP', 'Capstan'])
    expect(await find('"')).toEqual([])
    expect(await find('%ap')).toEqual([])
    await stock(platform, maker, [{ name: 'Burden* of Größe' }, { name: 'Burden' }])
    expect(await find('den*'), 'punctuation matches, too').toEqual(['Burden* of Größe'])
    expect(await find('größe')).toEqual(['Burden* of Größe'])
    expect(await find('\u0000cap')).toEqual([])
    expect(await find('cap', { p: '2' })).toEqual([])
    const settings = { description: '', price: '0', forSale: 'on' }
    await updateAsset(platform, maker, { id: cap ?? 0, name: 'Scarlet beret', ...settings })
    expect(await find('red cap')).toEqual([])
    expect(await find('rlet ber')).toEqual(['Scarlet beret'])
    for (const q of ['', '  ', 'x'.repeat(101), undefined]) {
      await expect(searchCatalog(platform, null, { q })).rejects.toMatchObject({
        errors: { q: 'Search for 1 to 100 characters' },
      })
    }
    for (const p of ['0', 'x', '']) {
      await expect(searchCatalog(platform, null, { q: 'a', p })).rejects.toMatchObject({ errors: {} })
    }
  })

  test('pages through a long search without gaps or repetitions', async () => {
    const { platform, maker } = await start()
    const made = Array.from({ length: 260 }, (_, n) => ({
      name: n % 2 ? `Gown ${n}` : `A gown ${n}`,
      sold: n % 7,
    }))
    await stock(platform, maker, made)
    const seen: string[] = []
    for (let p = 1; ; p++) {
      const found = await searchCatalog(platform, null, { q: 'gown', page: String(p) })
      seen.push(...names(found))
      if (!found.more) break
    }
    expect(seen).toHaveLength(260)
    expect(new Set(seen).size).toBe(260)
  })
})
