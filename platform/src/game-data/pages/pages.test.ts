import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { entry, ofPlayer } from '../../testing/data-game.ts'
import { openDataPages } from '../../testing/data-pages.ts'
import { databases } from '../../testing/platforms.ts'
import { viewDataEntries } from './view-entries.ts'
import { viewPlayersData } from './view-player.ts'
import { viewDataStores } from './view-stores.ts'

const gold = entry('gold')

describe.each(databases)('pages of the data of games on %s', (kind) => {
  test('list stores, scopes and entries by name, each with what it has', async () => {
    const { platform, maker, id, server } = await openDataPages(kind)
    for (const name of [entry('b'), entry('a'), entry('c', 'world', 'other'), entry('x', 'boats')])
      await server.put(name, '12')
    await server.remove(entry('b'))
    const stores = await viewDataStores(platform, maker, { id })
    expect(stores).toMatchObject({ bytes: 6, maxBytes: 500_000_000, next: null })
    expect(stores.stores).toEqual([
      { name: 'boats', entries: 1, bytes: 2, isMore: false },
      { name: 'world', entries: 3, bytes: 4, isMore: false },
    ])
    const { scopes } = await viewDataEntries(platform, maker, { id, store: 'world' })
    expect(scopes?.map(({ name, entries }) => [name, entries])).toEqual([
      ['global', 2],
      ['other', 1],
    ])
    const { entries } = await viewDataEntries(platform, maker, { id, store: 'world', scope: 'global' })
    expect(entries).toMatchObject([
      { key: 'a', deleted: false },
      { key: 'b', deleted: true },
    ])
    const only = await viewDataEntries(platform, maker, { id, store: 'boats' })
    expect(only).toMatchObject({ scope: 'global', scopes: null, entries: [{ key: 'x' }] })
  })

  test('list stores and keys in pages, and find keys by their beginning', async () => {
    const { platform, maker, id, server } = await openDataPages(kind)
    const names = Array.from({ length: 30 }, (_, at) => `s${String(at).padStart(2, '0')}`)
    for (const name of names) await server.put(entry('k', name), '1')
    const first = await viewDataStores(platform, maker, { id })
    const second = await viewDataStores(platform, maker, { id, cursor: first.next ?? '' })
    expect([...first.stores, ...second.stores].map(({ name }) => name)).toEqual(names)
    expect(second.next).toBeNull()
    for (const key of ['house 1', 'house 2', 'hut', 'boat']) await server.put(entry(key), '1')
    const found = await viewDataEntries(platform, maker, {
      id,
      store: 'world',
      scope: 'global',
      prefix: 'hou',
    })
    expect(found.entries?.map(({ key }) => key)).toEqual(['house 1', 'house 2'])
  })

  test('show a value with its own digits, its versions and two of them compared', async () => {
    const { platform, view, edit, server } = await openDataPages(kind)
    const first = await server.put(gold, '{"n":1.50,"big":12345678901234567890}')
    platform.pass(minute)
    const { version } = await edit(gold, '{"n": 1.50, "big": 12345678901234567891}', first)
    const shown = await view({ ...gold, from: first, to: version })
    expect(shown).toMatchObject({ current: version, shown: version, playing: false, players: [] })
    expect(shown.value).toEqual({
      text: '{\n  "n": 1.50,\n  "big": 12345678901234567891\n}',
      isCut: false,
      isEditable: true,
    })
    expect(shown.versions.map((each) => each.version)).toEqual([version, first])
    expect(shown.comparison?.lines).toEqual([
      { kind: 'same', text: '{' },
      { kind: 'same', text: '  "n": 1.50,' },
      { kind: 'removed', text: '  "big": 12345678901234567890' },
      { kind: 'added', text: '  "big": 12345678901234567891' },
      { kind: 'same', text: '}' },
    ])
    expect((await view({ ...gold, version: first })).value?.text).toContain('7890\n')
    expect((await server.read(gold)).value).toBe('{"n":1.50,"big":12345678901234567891}')
  })

  test('an edit keeps the value before it, however short it was there', async () => {
    const { server, edit } = await openDataPages(kind)
    const first = await server.put(gold, '1')
    const second = await edit(gold, '2', first)
    await edit(gold, '3', second.version)
    expect((await server.read(gold, Number(first))).value).toBe('1')
    expect((await server.read(gold, Number(second.version))).value).toBe('2')
  })

  test('a value that is sent back as it was shown stays as the game wrote it', async () => {
    const { server, view, edit, looks } = await openDataPages(kind)
    const first = await server.put(gold, ' {"n": 1.0} ')
    const { value } = await view(gold)
    expect(await edit(gold, value?.text.replaceAll('\n', '\r\n') ?? '', first)).toEqual({ version: first })
    expect((await server.read(gold)).value).toBe(' {"n": 1.0} ')
    expect(await looks()).toEqual([])
  })

  test('an edit, a deletion and a restoration are refused when the entry has changed', async () => {
    const { server, edit, remove, restore } = await openDataPages(kind)
    const first = await server.put(gold, '1')
    const second = await server.put(gold, '2')
    const changed = { reason: 'outdated', problem: { code: 'data.changed', values: { version: second } } }
    await expect(edit(gold, '3', first)).rejects.toMatchObject(changed)
    await expect(edit(gold, '3', '0')).rejects.toMatchObject(changed)
    await expect(remove(gold, first)).rejects.toMatchObject(changed)
    await expect(restore(gold, first, second)).rejects.toMatchObject(changed)
    expect((await server.read(gold)).value).toBe('2')
  })

  test('a text that is no JSON is refused at its field', async () => {
    const { server, edit } = await openDataPages(kind)
    const first = await server.put(gold, '1')
    await expect(edit(gold, '{n: 1}', first)).rejects.toMatchObject({
      problems: { value: { code: 'data.not_json' } },
    })
  })

  test('a deleted entry comes back with a version that is kept', async () => {
    const { server, view, remove, restore } = await openDataPages(kind)
    const first = await server.put(gold, '{"n":1.0}')
    await remove(gold, first)
    expect(await view(gold)).toMatchObject({ current: '0', shown: null, value: null })
    await restore(gold, '0', first)
    expect((await server.read(gold)).value).toBe('{"n":1.0}')
  })

  test("find a player's own entries and others that name the player, by username and number", async () => {
    const { platform, maker, id, server, anna, enter } = await openDataPages(kind)
    const { number } = await enter(anna)
    await server.put(ofPlayer(number), '1')
    await server.write(gold, { op: 'put', json: '2', players: [number] })
    await server.put(entry('silver'), '3')
    for (const player of ['anna', String(number)]) {
      const found = await viewPlayersData(platform, maker, { id, player })
      expect(found.player).toEqual({ number, username: 'Anna' })
      expect(found.own.map(({ store, key }) => [store, key])).toEqual([['coins', String(number)]])
      expect(found.named.map(({ store, key }) => [store, key])).toEqual([['world', 'gold']])
    }
    await expect(viewPlayersData(platform, maker, { id, player: 'Nobody_1' })).rejects.toMatchObject({
      problems: { player: { code: 'accounts.username_unknown' } },
    })
  })

  test("a player's data cannot be changed while a server may save them", async () => {
    const { server, anna, enter, view, edit, platform } = await openDataPages(kind)
    const player = await enter(anna)
    const name = ofPlayer(player.number)
    const first = await server.put(name, '1')
    expect(await view(name)).toMatchObject({ playing: true, players: [{ username: 'Anna' }] })
    await expect(edit(name, '2', first)).rejects.toMatchObject({
      problem: { code: 'data.player_elsewhere' },
    })
    await player.leave()
    platform.pass(31_000)
    expect(await view(name)).toMatchObject({ playing: false })
    await edit(name, '2', first)
    expect((await server.read(name)).value).toBe('2')
  })
})
