import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderOf, type OwnGame, ownGames } from './own-games.ts'
import {
  type EngineProcess,
  hasEngineAndClient,
  makeHome,
  startClient,
  startServer,
} from './testing/engine.ts'

let home: string
let running: EngineProcess[]

beforeEach(async () => {
  home = await makeHome()
  running = []
})

afterEach(async () => {
  await stopAll()
  await rm(home, { recursive: true })
})

async function stopAll() {
  // Clients stop first, because they would report a lost server.
  for (const process of running.splice(0).reverse()) await process.stop()
}

async function start(game: OwnGame, probe = '') {
  const server = await startServer(folderOf(game), home, probe)
  running.push(server)
  return server
}

/** Starts a game with a player in it. The probe's functions move the player. */
async function play(game: OwnGame, probe: string, name = 'u7') {
  const server = await start(game, `${probeStart}\n${probe}`)
  running.push(await startClient(server.port, name))
  await server.line(new RegExp(`${name} .*joins game`))
  return server
}

/** Runs steps one after another, with time for the game to notice each, as soon as the player's surroundings are loaded. */
const probeStart = `
local function run(player, steps)
  local function step(number)
    if steps[number] then steps[number](player) core.after(0.3, step, number + 1) end
  end
  step(1)
end
local function on_join(steps) core.register_on_joinplayer(function(player) core.after(0.6, run, player, steps) end) end
local chat_send_all = core.chat_send_all
function core.chat_send_all(text) core.log("action", "said to all: " .. text) chat_send_all(text) end
`

describe.skipIf(!hasEngineAndClient)('a game of the project', () => {
  test.each(ownGames)('%s starts without a warning', async (game) => {
    const { lines } = await start(game)
    await stopAll()
    expect(lines.filter((line) => /WARNING|ERROR|deprecat/i.test(line))).toEqual([])
  })

  test('counts a coin that a player touches', async () => {
    const server = await play(
      'coin-tower',
      `on_join({ function(player)
        player:set_pos(core.find_node_near(player:get_pos(), 5, "tower:coin"))
      end })`,
    )
    await server.line(/u7 has 1 coins/)
  })

  test('counts each coin once in a climb', async () => {
    const server = await play(
      'coin-tower',
      `local coin
      on_join({
        function(player) coin = core.find_node_near(player:get_pos(), 5, "tower:coin") player:set_pos(coin) end,
        function() core.set_node(coin, { name = "tower:coin" }) end,
        function(player) player:set_pos(core.find_node_near(vector.new(0, 4, -7), 9, "tower:coin")) end,
      })`,
    )
    await server.line(/u7 has 2 coins/)
    expect(server.lines.filter((line) => /has \d+ coins/.test(line))).toHaveLength(2)
  })

  test('tells all when a player reaches the top of the tower', async () => {
    const server = await play(
      'coin-tower',
      'on_join({ function(player) player:set_pos(vector.new(0, 46, 0)) end })',
    )
    await server.line(/said to all: u7 reached the top with 0 of 23 coins/)
  })

  test('returns a player who falls to the last rest', async () => {
    const server = await play(
      'coin-tower',
      `local rest
      on_join({
        function(player) rest = core.find_node_near(vector.new(0, 11, 0), 12, "tower:rest") player:set_pos(vector.offset(rest, 0, 0.5, 0)) end,
        function(player) player:set_pos(vector.new(0, 1, -14)) end,
        function(player) core.log("action", "height " .. math.floor(player:get_pos().y)) end,
      })`,
    )
    expect(await server.line(/height/)).toMatch(/height 11$/)
  })

  test('counts a lap through all gates in order', async () => {
    const server = await play(
      'race',
      `local plan = dofile(core.get_modpath("race") .. "/plan.lua")
      local steps = {}
      for number = 1, #plan.gates + 1 do
        steps[number] = function(player)
          local gate = plan.gates[(number - 1) % #plan.gates + 1]
          player:set_pos(vector.add(gate.middle, gate.ahead))
        end
      end
      on_join(steps)`,
    )
    await server.line(/u7 finished lap 1/)
  })

  test('counts no lap without the gates', async () => {
    const server = await play(
      'race',
      `local plan = dofile(core.get_modpath("race") .. "/plan.lua")
      local function go(number) return function(player)
        player:set_pos(vector.add(plan.gates[number].middle, plan.gates[number].ahead))
      end end
      on_join({ go(1), go(3), go(1), function() core.log("action", "round the gates") end })`,
    )
    await server.line(/round the gates/)
    expect(server.lines.filter((line) => line.includes('finished lap'))).toEqual([])
  })
})

/** Places bricks on the first two plots, and logs their blocks. Plot 1 begins at 22, 3 and plot 2 at 22, 22. */
const buildProbe = `
local places = { vector.new(25, 1, 6), vector.new(25, 1, 25) }
local function place(player)
  for _, pos in ipairs(places) do
    core.item_place(ItemStack("plot:brick"), player, { type = "node", under = vector.offset(pos, 0, -1, 0), above = pos })
  end
end
local function look()
  for number, pos in ipairs(places) do core.log("action", "plot " .. number .. ": " .. core.get_node(pos).name) end
end`

describe.skipIf(!hasEngineAndClient)('a building plot', () => {
  test('accepts blocks from its owner only', async () => {
    const server = await play(
      'plot',
      `${buildProbe}
      core.after(0, core.emerge_area, vector.new(0, -8, 0), vector.new(40, 8, 40))
      on_join({ place, look })`,
    )
    expect(await server.line(/plot 1: /)).toMatch(/plot:brick$/)
    expect(await server.line(/plot 2: /)).toMatch(/air$/)
  })

  test('keeps its owner and its blocks after a restart', async () => {
    const before = await play(
      'plot',
      `${buildProbe}
      core.after(0, core.emerge_area, vector.new(0, -8, 0), vector.new(40, 8, 40))
      on_join({ place })`,
    )
    await before.line(/u7 placed plot:brick/)
    await stopAll()
    const after = await play('plot', `${buildProbe}\non_join({ look })`)
    expect(await after.line(/plot 1: /)).toMatch(/plot:brick$/)
    expect(await after.line(/has plot/)).toMatch(/u7 has plot 1$/)
  })
})

test.skipIf(!hasEngineAndClient)('the template shows the usernames of a platform', async () => {
  const server = await play(
    'template',
    `baseplate = { username_of = function(name) return name == "u7" and "Skipper" or name end }
    on_join({ function(player)
      player:set_pos(core.find_node_near(player:get_pos(), 20, "first_game:gem"))
    end })`,
  )
  await server.line(/said to all: Skipper has 1 gems/)
})
