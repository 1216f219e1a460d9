import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gameOf, zipOf } from '@baseplate/minetest/testing/archives'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinAsBot } from '../../minetest/src/testing/bot.ts'
import { type EnginePlatform, startEnginePlatform } from '../support/engine/platform.ts'
import { json, type Place } from '../support/game.ts'
import { register } from '../support/person.ts'

/** Writes the time into each of its databases in each step. Prints what it finds when it begins, and what a player has. */
const game = zipOf(
  gameOf(`
    core.set_mapgen_setting("mg_name", "singlenode", true)
    core.register_node(":test:clock", { description = "Clock" })
    local storage = core.get_mod_storage()
    local near, far = { x = 0, y = 0, z = 0 }, { x = 200, y = 0, z = 0 }
    local function time_at(position) return core.get_meta(position):get_int("time") end
    local function step()
      local now = os.time()
      for _, position in ipairs({ near, far }) do
        core.set_node(position, { name = "test:clock" })
        core.get_meta(position):set_int("time", now)
      end
      for _, player in ipairs(core.get_connected_players()) do player:get_meta():set_int("time", now) end
      storage:set_int("time", now)
      core.after(0, step)
    end
    core.register_on_joinplayer(function(player) print("player " .. player:get_meta():get_int("time") .. ".") end)
    core.after(0, function()
      core.emerge_area(near, far, function(_, _, left)
        if left > 0 then return end
        print("found " .. time_at(near) .. " " .. time_at(far) .. " " .. storage:get_int("time") .. ".")
        step()
      end)
    end)
  `),
)

interface World {
  number: number
  cause: string
  /** Unix milliseconds. */
  created: number
}

let platform: EnginePlatform
beforeAll(async () => {
  platform = await startEnginePlatform({ SnapshotMinutes: 0.05 })
})
afterAll(() => platform.stop())

/** The engine saves data of mods every ten seconds, and all other data more often. */
const savedMs = 11_000

/** Waits for a world that was stored during play once the engine had saved all data. */
async function worldDuringPlay({ path }: Place): Promise<World> {
  const began = Date.now()
  return vi.waitFor(async () => {
    const { worlds } = await json<{ worlds: World[] }>(await platform.maker.get(`${path}/settings`))
    const world = worlds.find(({ cause, created }) => cause === 'interval' && created > began + savedMs)
    if (!world) throw new Error('no world has been stored during play')
    return world
  })
}

/** Returns the numbers in the lines of a kind that the last run of the server has printed. */
async function printed({ id }: Place, kind: string): Promise<number[] | undefined> {
  const log = await readFile(
    join(platform.product.dataDirectory, 'orchestrator/logs', String(id), 'log'),
    'utf8',
  )
  const line = new RegExp(`^${kind} ([\\d ]+)\\.$`, 'm').exec(log.split('--- ').at(-1) ?? '')
  return line?.[1]?.split(' ').map(Number)
}

test('a world that was stored while the engine wrote has the data of a moment before', async () => {
  const place = await platform.startPlace('It writes', game)
  const anna = await register(platform.product.baseUrl, 'Anna')
  await joinAsBot(await platform.admit(anna, place))
  await expect.poll(() => printed(place, 'player')).toEqual([0])
  const { number, created } = await worldDuringPlay(place)
  const restore = `${place.path}/settings/world?/restoreworld`
  expect((await platform.maker.post(restore, { number: String(number) })).status).toBeLessThan(400)
  await platform.startServer(place)
  await expect.poll(() => printed(place, 'found')).toBeDefined()
  const [near = 0, far, ofMod = 0] = (await printed(place, 'found')) ?? []
  await joinAsBot(await platform.admit(anna, place))
  await expect.poll(() => printed(place, 'player')).toBeDefined()
  const [ofPlayer = 0] = (await printed(place, 'player')) ?? []
  // The engine saves both parts of the map in one transaction.
  expect(far).toBe(near)
  for (const time of [near, ofMod, ofPlayer]) {
    expect(time * 1_000).toBeGreaterThan(created - 60_000)
    expect(time * 1_000).toBeLessThanOrEqual(created)
  }
})
