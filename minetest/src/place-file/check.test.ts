import { describe, expect, test } from 'vitest'
import { checkPlaceFile } from './check.ts'
import { buildZip, bytesOf, type Packed, smallGame } from './testing/build-zip.ts'

const check = (...files: Packed[]) => checkPlaceFile(bytesOf(buildZip(files)))
const refusalOf = (...files: Packed[]) =>
  check(...files).then(
    () => 'accepted',
    ({ code, values }: { code: string; values: unknown }) => ({ code, values }),
  )
const withGame = (...files: Packed[]) => refusalOf(...smallGame, ...files)

describe('a place file that is a game', () => {
  test('has the title and version of game.conf, and its mods', async () => {
    expect(await check(...smallGame)).toEqual({
      shape: 'game',
      prefix: '',
      name: 'Coin tower',
      version: '1.2',
      mods: ['tower'],
    })
  })

  test('has its name and release where game.conf has no title and version', async () => {
    const game = { path: 'game.conf', content: '# a game\r\nname = tower\r\nrelease = 7\r\n' }
    expect(await check(game, ...smallGame.slice(1))).toMatchObject({ name: 'tower', version: '7' })
  })

  test('needs no name', async () => {
    expect(await check({ path: 'game.conf' }, ...smallGame.slice(1))).toMatchObject({
      name: null,
      version: null,
    })
  })

  test('may be in one folder, as in archives of GitHub, beside additions of macOS', async () => {
    const files = smallGame.map((file) => ({ ...file, path: `tower-main/${file.path}` }))
    const added = { path: '__MACOSX/tower-main/._game.conf', content: 'x' }
    expect(await check({ path: 'tower-main/' }, ...files, added)).toMatchObject({
      shape: 'game',
      prefix: 'tower-main/',
      mods: ['tower'],
    })
  })

  test('may be in a world, which may have mods of its own', async () => {
    const files = smallGame.map((file) => ({ ...file, path: `game/${file.path}` }))
    const world = [{ path: 'world.mt', content: 'gameid = tower' }, { path: 'worldmods/extra/init.lua' }]
    expect(await check(...world, ...files)).toMatchObject({
      shape: 'world',
      name: 'Coin tower',
      mods: ['tower', 'extra'],
    })
  })

  test('has the mods of its modpacks, by the names in mod.conf', async () => {
    const pack = [
      { path: 'mods/pack/modpack.conf', content: 'name = pack' },
      { path: 'mods/pack/one/init.lua' },
      { path: 'mods/pack/Two/mod.conf', content: 'name = two' },
      { path: 'mods/pack/Two/init.lua' },
      { path: 'mods/.git/HEAD' },
      { path: 'mods/README.md' },
    ]
    expect(await check(...smallGame, ...pack)).toMatchObject({ mods: ['tower', 'one', 'two'] })
  })

  test('may have accents, spaces and archives in it', async () => {
    const inner = buildZip([{ path: 'x', content: 'x' }])
    expect(
      await withGame({ path: 'textures/Größe ä.png', content: 'x' }, { path: 'a.zip', content: inner }),
    ).toBe('accepted')
  })

  test('may have 5,000 entries, and not one more', async () => {
    const many = Array.from({ length: 4_998 }, (_, index) => ({ path: `textures/${index}.png` }))
    expect(await withGame(...many)).toBe('accepted')
    expect(await withGame(...many, { path: 'one.png' })).toEqual({
      code: 'too_many_entries',
      values: { max: 5_000 },
    })
  })
})

describe('a place file that is not a game', () => {
  test.each([
    ['not an archive', Buffer.from('not an archive at all, but quite long enough to be one'), 'not_zip'],
    ['nothing', Buffer.alloc(0), 'not_zip'],
    ['an archive that is cut', buildZip(smallGame).subarray(0, -30), 'not_zip'],
    ['a list that ends early', buildZip(smallGame, { count: 9 }), 'not_zip'],
    ['an empty archive', buildZip([]), 'no_game'],
  ])('is refused as %s', async (_, bytes, code) => {
    await expect(checkPlaceFile(bytesOf(bytes))).rejects.toMatchObject({ code })
  })

  test('is refused without game.conf at the top', async () => {
    const deeper = smallGame.map((file) => ({ ...file, path: `a/b/${file.path}` }))
    expect(await refusalOf(...deeper)).toEqual({ code: 'no_game', values: {} })
    const two = smallGame.map((file) => ({ ...file, path: `a/${file.path}` }))
    expect(await refusalOf(...two, { path: 'b/readme.txt' })).toEqual({ code: 'no_game', values: {} })
  })

  test('is refused as a world without its game', async () => {
    expect(await refusalOf({ path: 'world.mt', content: 'gameid = tower' })).toEqual({
      code: 'no_game_in_world',
      values: { file: 'game/game.conf' },
    })
  })

  test('is refused without a mod', async () => {
    const [conf] = smallGame
    expect(await refusalOf(...(conf ? [conf] : []), { path: 'mods/' })).toEqual({
      code: 'no_mods',
      values: { folder: 'mods/' },
    })
  })

  test.each([
    [{ path: 'mods/other/other.lua' }, 'mod_empty', { file: 'mods/other/init.lua' }],
    [{ path: 'mods/Other/init.lua' }, 'mod_name', { file: 'mods/Other', name: 'Other' }],
    [{ path: 'mods/baseplate/init.lua' }, 'mod_reserved', { file: 'mods/baseplate', name: 'baseplate' }],
    [
      { path: 'mods/baseplate_guard/init.lua' },
      'mod_reserved',
      { file: 'mods/baseplate_guard', name: 'baseplate_guard' },
    ],
  ])('is refused for the mod of %j', async (file, code, values) => {
    expect(await withGame(file)).toEqual({ code, values })
  })

  test('is refused for a mod with the name of a mod of the platform', async () => {
    const other = [
      { path: 'mods/x/modpack.txt' },
      { path: 'mods/x/y/init.lua' },
      { path: 'mods/x/y/mod.conf', content: 'name = baseplate' },
    ]
    expect(await withGame(...other)).toEqual({
      code: 'mod_reserved',
      values: { file: 'mods/x/y/mod.conf', name: 'baseplate' },
    })
  })

  test.each([
    ['another encoding', Buffer.from('name = Größe', 'latin1')],
    ['a program', Buffer.from('\x7fELF\0\0\0')],
    ['too much text', Buffer.alloc(64 * 1024 + 1, 'a')],
  ])('is refused for a game.conf that is %s', async (_, content) => {
    expect(await refusalOf({ path: 'game.conf', content }, ...smallGame.slice(1))).toEqual({
      code: 'conf_unreadable',
      values: { file: 'game.conf' },
    })
  })
})

test('a failure of the storage is no fault of the file', async () => {
  const failing = { size: 1_000, read: () => Promise.reject(new Error('the disk is gone')) }
  await expect(checkPlaceFile(failing)).rejects.toThrow('the disk is gone')
})

test('a large file is read in blocks, each once', async () => {
  const random = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * index * 7919) >>> 5))
  const zip = buildZip([...smallGame, { path: 'sounds/long.ogg', content: random, method: 0 }])
  const reads: number[] = []
  await checkPlaceFile({
    size: zip.length,
    read({ start, end }) {
      reads.push(end + 1 - start)
      return [zip.subarray(start, end + 1)]
    },
  })
  expect(reads.length).toBeLessThanOrEqual(6)
  expect(Math.max(...reads)).toBeLessThanOrEqual(1024 * 1024)
})
