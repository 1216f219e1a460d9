import { folderOf } from '@baseplate/minetest/own-games'
import { packGame } from '@baseplate/minetest/pack-game'
import { zipOf } from '@baseplate/minetest/testing/archives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bot, joinAsBot } from '../../minetest/src/testing/bot.ts'
import { type EnginePlatform, startEnginePlatform } from '../support/engine/platform.ts'
import { json, makePlace, type Place, setNetwork, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { authorize } from '../support/program.ts'

/** A game whose players keep coins. `/coin` adds one and saves at once; `/gem` adds ten, which the mod saves. `/best` gives a score. */
const script = `
core.set_mapgen_setting("mg_name", "singlenode", true)
local purses = {}
local coins = baseplate.data.players("coins", function(name) return purses[name] end)
core.register_on_joinplayer(function(player)
	player:set_physics_override({ gravity = 0 })
	local name = player:get_player_name()
	coins.load(name, function(loaded, problem)
		purses[name] = not problem and (loaded or 0) or nil
		core.log("action", "test loaded " .. tostring(problem or purses[name]) .. ".")
	end)
end)
core.register_on_leaveplayer(function(player) purses[player:get_player_name()] = nil end)
core.register_chatcommand("coin", { func = function(name)
	purses[name] = purses[name] + 1
	local purse = purses[name]
	coins.save(name, purse, function(_, problem) core.log("action", "test saved " .. (problem or purse) .. ".") end)
	return true
end })
core.register_chatcommand("gem", { func = function(name)
	purses[name] = purses[name] + 10
	core.log("action", "test has " .. purses[name] .. ".")
	return true
end })
local board = baseplate.leaderboard("best", { title = "Best", period = "day" })
core.register_chatcommand("best", { func = function(name)
	board.score(name, 7, function(score, problem) core.log("action", "test best " .. (problem or score) .. ".") end)
	return true
end })
`

let platform: EnginePlatform
let place: Place
let anna: Person
let player: Bot

beforeAll(async () => {
  platform = await startEnginePlatform()
  anna = await register(platform.product.baseUrl, 'Anna')
  const files = {
    'game.conf': 'title = Coins\nallowed_mapgens = singlenode\n',
    'mods/test/mod.conf': 'name = test\ndepends = baseplate\n',
    'mods/test/init.lua': script,
  }
  place = await startGame(zipOf(files))
})
afterAll(() => platform.stop())

/** Starts a game that may use the services of the platform. */
async function startGame(file: Uint8Array<ArrayBuffer>): Promise<Place> {
  const { maker } = platform
  const made = await makePlace(maker, 'Coins')
  await setNetwork({ maker, place: made }, { dedicated: 'on' })
  expect((await maker.post(`${made.path}/settings?/services`, { enabled: 'true' })).status).toBe(200)
  expect((await upload({ maker, place: made }, file)).status).toBe(200)
  await platform.startServer(made)
  return made
}

const enter = async () => {
  const admission = await platform.admit(anna, place)
  player = await joinAsBot(admission)
}

/** Starts the server again, as soon as the site lets it. */
async function startAgain(): Promise<void> {
  const start = async () => (await platform.maker.post(`${place.path}?/start`)).status
  await expect.poll(start, { interval: 500 }).toBe(204)
  await expect.poll(() => platform.stateOf(place)).toBe('ready')
}

test('a player of a game in the engine keeps coins through a kill of the server', async () => {
  await enter()
  await platform.untilLogged(place, 'test loaded 0.')
  player.say('/coin')
  await platform.untilLogged(place, 'test saved 1.')
  process.kill(await platform.processOf(place), 'SIGKILL')
  await expect.poll(() => platform.stateOf(place)).toBe('failed')
  await startAgain()
  await enter()
  await platform.untilLogged(place, 'test loaded 1.')
})

test('the engine saves the coins of players when its server is closed', async () => {
  player.say('/gem')
  await platform.untilLogged(place, 'test has 11.')
  expect((await platform.maker.post(`${place.path}?/close`)).status).toBe(204)
  await startAgain()
  await enter()
  await platform.untilLogged(place, 'test loaded 11.')
})

test('the page of the game shows the score that the engine has sent', async () => {
  player.say('/best')
  await platform.untilLogged(place, 'test best 7.')
  const board = await json<{ scores: object[] }>(await anna.get(`${place.path}/leaderboards`))
  expect(board.scores).toMatchObject([{ rank: 1, username: 'Anna', score: 7 }])
})

test('the tower of the demo loads coins of earlier visits', async () => {
  // Programs write only while the player is in no game of the world.
  const { name } = await platform.admit(anna, place)
  place = await startGame(Uint8Array.from(await packGame(folderOf('coin-tower'))))
  const { token } = await authorize(platform.product.baseUrl, platform.maker, 'data:write')
  const address = `${platform.product.baseUrl}/place/${place.id}/data-api/coins/player/${name.slice(1)}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  expect((await fetch(address, { method: 'PUT', headers, body: '41' })).status).toBe(200)
  await enter()
  await platform.untilLogged(place, `${name} brings 41 coins`)
})
