import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Files, gameOf, zipOf } from '../testing/archives.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { makeHome, serve, startTestSite } from '../testing/served.ts'

/** A game that counts its starts in its world. */
const counting = gameOf(`
  local storage = core.get_mod_storage()
  storage:set_int("starts", storage:get_int("starts") + 1)
  print("start " .. storage:get_int("starts"))
  local file = io.open(core.get_worldpath() .. "/note.txt")
  print("note " .. (file and file:read("*a") or "none"))
`)

/** Returns the log of a server that is ready, and stops it. */
async function logOf(files: Files, home = makeHome(), environment: Record<string, string> = {}) {
  const served = await serve(await startTestSite(zipOf(files)), { home, environment })
  await served.until('listening on')
  expect(await served.stop()).toBe(0)
  return served.log()
}

/** Returns the log of a server that cannot start. */
async function failureOf(place: Uint8Array | undefined): Promise<string> {
  const served = await serve(await startTestSite(place))
  expect(await served.ended).toBe(1)
  return served.log().trim()
}

const named = (files: Files, prefix: string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [prefix + path, text]))

describe.skipIf(!hasEngine)('a server of a place', () => {
  test('becomes the engine on its port, with the game and the mod of the platform', async () => {
    const site = await startTestSite(zipOf(counting))
    const served = await serve(site)
    await served.until(`listening on 0.0.0.0:${served.port}`)
    expect(served.log()).toContain('start 1')
    expect(served.log()).toContain('[baseplate]')
    expect(readFileSync(`/proc/${served.child.pid}/comm`, 'utf8')).toMatch(/^(minetest|luanti)server/)
    expect(site.asked.slice(0, 2)).toEqual([
      `/game/1?ticket=${'t'.repeat(32)}`,
      `/game/1/world?ticket=${'t'.repeat(32)}&after=0`,
    ])
    expect(await served.stop()).toBe(0)
  })

  test('keeps its world, and gets the newest game at each start', async () => {
    const home = makeHome()
    expect(await logOf(counting, home)).toContain('start 1')
    const changed = {
      ...counting,
      'mods/test/init.lua': `${counting['mods/test/init.lua']} print("new game")`,
    }
    const log = await logOf(changed, home)
    expect(log).toContain('start 2')
    expect(log).toContain('new game')
    expect(existsSync(join(home, 'place.zip'))).toBe(false)
  })

  test('begins with the world of the place file, and takes its mods into the game', async () => {
    const home = makeHome()
    const world = {
      ...named(counting, 'game/'),
      'world.mt': 'gameid = other\nbackend = redis\n',
      'note.txt': 'from the maker',
      'worldmods/zzz/mod.conf': 'name = zzz\n',
      'worldmods/zzz/init.lua': 'print("mod of the world")',
    }
    const log = await logOf(world, home)
    expect(log).toContain('note from the maker')
    expect(log).toContain('mod of the world')
    writeFileSync(join(home, 'world', 'note.txt'), 'from players')
    expect(await logOf(world, home)).toContain('note from players')
  })

  test('finds a game within one folder, as in archives of GitHub', async () => {
    const additions = { '.DS_Store': '', '__MACOSX/tower-main/._game.conf': '', 'empty/': '' }
    expect(await logOf({ ...named(counting, 'tower-main/'), ...additions })).toContain('start 1')
  })

  test('uses the name and the maximum number of players of its place', async () => {
    const log = await logOf(
      gameOf('print("[" .. core.settings:get("server_name") .. "] " .. core.settings:get("max_users"))'),
      makeHome(),
      { BASEPLATE_PLACE_NAME: '""" Zoë\'s\n# {tower} = 7', BASEPLATE_MAX_PLAYERS: '12' },
    )
    expect(log).toContain(`['"" Zoë's # {tower} = 7] 24\n`)
  })

  test('continues the stored world, or its own if that is the newest', async () => {
    const home = makeHome()
    const site = await startTestSite(zipOf(counting))
    const restart = async () => {
      const served = await serve(site, { home })
      await served.until('listening on')
      expect(await served.stop()).toBe(0)
      return served.log()
    }
    expect(await restart()).toContain('note none')
    site.world = { number: 3, archive: zipOf({ 'note.txt': 'stored' }) }
    expect(await restart()).toContain('note stored')
    expect(JSON.parse(readFileSync(join(home, 'world.json'), 'utf8'))).toEqual({ number: 3 })
    expect(await restart()).toContain('start 2')
    expect(site.asked.filter((path) => path.startsWith('/game/1/world')).at(-1)).toContain('after=3')
    rmSync(join(home, 'world'), { recursive: true })
    expect(await restart()).toContain('note stored')
    site.world = { number: 4, archive: zipOf({}) }
    expect(await restart()).toContain('note none')
  })

  test('does not start without its stored world', async () => {
    const site = await startTestSite(zipOf(counting))
    site.world = { number: 1, archive: Buffer.from('no archive') }
    const served = await serve(site)
    expect(await served.ended).toBe(1)
    expect(served.log()).toMatch(/The server cannot start: .*no valid ZIP archive/)
  })
})

describe.skipIf(!hasEngine)('a server that cannot start says why', () => {
  test('when the site refuses or cannot be reached', async () => {
    expect(await failureOf(undefined)).toBe(
      'The server cannot start: the site refused the file of the place: 403 This ticket has ended',
    )
    const served = await serve({ url: 'http://127.0.0.1:1' })
    expect(await served.ended).toBe(1)
    expect(served.log()).toContain(
      'The server cannot start: the site cannot be reached at http://127.0.0.1:1',
    )
  })

  test('when the file of the place is not a game', async () => {
    expect(await failureOf(zipOf({ 'init.lua': '' }))).toBe(
      'The server cannot start: the file of the place has no game: `game.conf` is missing',
    )
    expect(await failureOf(Buffer.from('<roblox></roblox>'))).toMatch(
      /^The server cannot start: the file of the place: it is no valid ZIP archive/,
    )
    expect(await failureOf(zipOf({ ...counting, '../evil': '' }))).toMatch(
      /^The server cannot start: the file of the place: .*\.\.\/evil/,
    )
  })

  test('when the disk is full', async () => {
    const home = makeHome()
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', join(home, 'place.zip'))
    const served = await serve(await startTestSite(zipOf(counting)), { home })
    expect(await served.ended).toBe(1)
    expect(served.log()).toContain('The server cannot start: the disk is full')
  })
})

test.skipIf(!hasEngine)('a game gets nothing that another game left in the folder', async () => {
  const home = makeHome()
  mkdirSync(join(home, '.minetest', 'mods', 'old'), { recursive: true })
  writeFileSync(join(home, '.minetest', 'mods', 'old', 'init.lua'), 'print("old mod")')
  mkdirSync(join(home, 'world', 'worldmods', 'left'), { recursive: true })
  writeFileSync(join(home, 'world', 'worldmods', 'left', 'init.lua'), 'print("left mod")')
  writeFileSync(join(home, 'world', 'world.mt'), 'gameid = place\nload_mod_old = true\n')
  const log = await logOf(counting, home)
  expect(log).not.toMatch(/old mod|left mod/)
})
