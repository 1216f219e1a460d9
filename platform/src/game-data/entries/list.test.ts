import { describe, expect, test } from 'vitest'
import { entry, startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { type EntryListQuery, entryListQuery } from './input.ts'
import { listEntries, rankEntry } from './list.ts'

const scores = { store: 'scores', scope: 'global' }
const score = (key: string) => entry(key, 'scores')

async function startScores(kind: (typeof databases)[number], values: Record<string, string>) {
  const game = await startDataGame(kind)
  const [server] = game.servers
  for (const [key, json] of Object.entries(values)) await server.put(score(key), json)
  const list = (query: Partial<EntryListQuery> = {}) =>
    listEntries(game.platform, server.caller, scores, entryListQuery.parse(query))
  /** Reads all pages. */
  const all = async (query: Partial<EntryListQuery>) => {
    const keys: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) })
      keys.push(...page.entries.map(({ key }) => key))
      if (page.next === null) return keys
      cursor = page.next
    }
  }
  return { ...game, server, list, all }
}

describe.each(databases)('lists of entries on %s', (kind) => {
  test('have all entries in the order of their keys, page by page', async () => {
    const { all, server } = await startScores(kind, {
      b: '1',
      a: '2',
      é: '3',
      B: '4',
      '🎈': '"x"',
      gone: '1',
    })
    await server.remove(score('gone'))
    expect(await all({ limit: 2 })).toEqual(['B', 'a', 'b', 'é', '🎈'])
  })

  test('have the entries whose keys begin with a prefix, whatever its characters', async () => {
    const { all } = await startScores(kind, {
      'a%': '1',
      'a%b': '1',
      ab: '1',
      a_: '1',
      '🎈a': '1',
      '🎈': '1',
    })
    expect(await all({ prefix: 'a%' })).toEqual(['a%', 'a%b'])
    expect(await all({ prefix: '🎈', limit: 1 })).toEqual(['🎈', '🎈a'])
  })

  test('by number have the entries with whole numbers, equal ones by key, in both directions', async () => {
    const values = { a: '5', b: '-3', c: '5', d: '"x"', e: '1.5', f: String(2 ** 53), g: String(-(2 ** 53)) }
    const { all } = await startScores(kind, values)
    expect(await all({ order: 'asc', limit: 2 })).toEqual(['g', 'b', 'a', 'c', 'f'])
    expect(await all({ order: 'desc', limit: 2 })).toEqual(['f', 'c', 'a', 'b', 'g'])
    expect(await all({ order: 'asc', min: -3, max: 5 })).toEqual(['b', 'a', 'c'])
  })

  test('by number show the numbers exactly', async () => {
    const { list } = await startScores(kind, { a: String(2 ** 53), b: String(-(2 ** 53)), c: '0' })
    expect((await list({ order: 'desc' })).entries.map(({ value }) => value)).toEqual([
      2 ** 53,
      0,
      -(2 ** 53),
    ])
  })

  test('refuse a cursor that no page had', async () => {
    const { list } = await startScores(kind, {})
    for (const query of [
      { cursor: '' },
      { cursor: 'x', order: 'asc' as const },
      { cursor: '9'.repeat(20), order: 'asc' as const },
    ])
      await expect(list(query)).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('rank an entry among all numbers, equal ones by key', async () => {
    const { platform, server } = await startScores(kind, { a: '5', b: '9', c: '5', d: '1', e: '"x"' })
    const rank = async (key: string) => (await rankEntry(platform, server.caller, score(key))).rank
    expect(await Promise.all(['b', 'c', 'a', 'd'].map(rank))).toEqual([1, 2, 3, 4])
    await expect(rank('e')).rejects.toMatchObject({ problem: { code: 'data.not_number' } })
    await expect(rank('z')).rejects.toMatchObject({ reason: 'missing' })
  })
})
