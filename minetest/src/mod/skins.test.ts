import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

const modFolder = join(import.meta.dirname, '../../mod')

/** A stand-in for the engine, with players, a clock that tests advance, and records of requests. */
const engine = `
players, later, asked, pushed, entities, steps = {}, {}, {}, {}, {}, {}
local joins, leaves, loaded = {}, {}, {}
local clock = 0
local function add_to(list) return function(run) list[#list + 1] = run end end
baseplate = { username_of = function(name) return "Name_" .. name end }
core = {
	get_modpath = function() return "mod" end,
	get_worldpath = function() return "world" end,
	sha1 = function(bytes) return "sha" .. #bytes end,
	encode_base64 = function(bytes) return "b64" .. #bytes end,
	safe_file_write = function() return true end,
	mkdir = function() end, rmdir = function() end,
	get_us_time = function() return clock * 1000000 end,
	after = function(seconds, run, ...)
		local values = { ... }
		later[#later + 1] = { at = clock + seconds, run = function() run(unpack(values)) end }
	end,
	dynamic_add_media = function(options, done) pushed[#pushed + 1] = { path = options.filepath, done = done } return true end,
	get_connected_players = function()
		local list = {}
		for _, player in pairs(players) do list[#list + 1] = player end
		return list
	end,
	get_player_by_name = function(name) return players[name] end,
	register_globalstep = add_to(steps), register_on_joinplayer = add_to(joins),
	register_on_leaveplayer = add_to(leaves), register_on_mods_loaded = add_to(loaded),
	register_entity = function() end,
	parse_json = function(text) return assert(loadstring("return " .. text))() end,
	add_entity = function()
		local entity = object({})
		entities[#entities + 1] = entity
		return entity
	end,
}
function object(properties)
	local self = { properties = properties, keys = 0, hp = 20, clips = {}, is_here = true }
	function self:get_properties() return self.properties end
	function self:set_properties(changes) for name, value in pairs(changes) do self.properties[name] = value end end
	function self:get_player_control_bits() return self.keys end
	function self:get_hp() return self.hp end
	function self:get_attach() return self.vehicle end
	function self:set_attach(parent, bone) self.parent, self.bone = parent, bone end
	function self:set_animation(range, speed) self.clips[#self.clips + 1] = range.x .. "@" .. speed end
	function self:set_local_animation() end
	function self:get_pos() return self.is_here and {} or nil end
	function self:remove() self.is_here = false end
	return self
end
dofile = function(path) return assert(loadstring(_G["source_" .. path:match("(%w+)%.lua$")], path))() end
function pass(seconds)
	clock = clock + seconds
	local due = later
	later = {}
	for _, task in ipairs(due) do
		if task.at <= clock then task.run() else later[#later + 1] = task end
	end
end
function step() for _, run in ipairs(steps) do run(0.1) end end
function start()
	dofile("mod/skins.lua")({ get = function(address, done, headers)
		asked[#asked + 1] = { address = address, done = done, header = headers and headers[1] or "none" }
	end })
	for _, run in ipairs(loaded) do run() end
end
function join(name, properties)
	local player = object(properties or { visual = "upright_sprite", textures = { "player.png" } })
	function player:get_player_name() return name end
	players[name] = player
	for _, run in ipairs(joins) do run(player) end
	pass(0)
end
function leave(name)
	for _, run in ipairs(leaves) do run(players[name]) end
	players[name] = nil
end
function find(address)
	for at = #asked, 1, -1 do if asked[at].address == address then return asked[at] end end
end
function answer(address, ...) return find(address).done(...) end
png = "\\137PNG\\r\\n\\26\\n" .. ("x"):rep(92)
function wear_hat(name)
	answer("/api/figure-hats/Name_" .. name, '{ { id = 5, mesh = "/api/hat/5.obj", texture = "/api/hat/5.png" } }', 200)
	answer("/api/hat/5.png", png, 200)
	answer("/api/hat/5.obj", "v 0 0 0", 200)
end
function visible_hats()
	local count = 0
	for _, entity in ipairs(entities) do
		if entity.is_here and entity.properties.is_visible ~= false then count = count + 1 end
	end
	return count
end
`

const interpreter = await LuaApi.initialize()
let run: (chunk: string) => unknown
beforeEach(() => {
  const lua = new Lua(interpreter, { openStandardLibs: true, traceAllocations: false })
  lua.doStringSync(engine)
  for (const name of ['figure', 'skins', 'hats'])
    lua.global.set(`source_${name}`, readFileSync(join(modFolder, `${name}.lua`), 'utf8'))
  run = (chunk) => lua.doStringSync(chunk)
})

const texture = (name = 'u1') => run(`return players["${name}"].properties.textures[1]`)

test('a player gets the figure, and their own skin when it arrives', () => {
  run('start(); join("u1")')
  expect(run('return players.u1.properties.mesh')).toBe('baseplate_figure.b3d')
  expect(texture()).toBe('baseplate_skin.png')
  run('answer("/api/skin/Name_u1.png", png, 200)')
  expect(texture()).toBe('[png:b64100')
})

test.each([
  ['has a model of its own', '', '{ visual = "mesh", mesh = "robot.b3d", textures = { "robot.png" } }'],
  ['shows players as other pictures', '', '{ visual = "upright_sprite", textures = { "ghost.png" } }'],
  ['wants no figure', 'baseplate.figure = false;', 'nil'],
])('a game that %s is left alone', (_what, setting, properties) => {
  run(`start(); ${setting} join("u1", ${properties})`)
  expect(run('return players.u1.properties.mesh')).not.toBe('baseplate_figure.b3d')
  expect(run('return #asked')).toBe(0)
})

test('player_api moves the figure of a game that uses its own player', () => {
  run(`
    models = {}
    player_api = {
      register_model = function(name, definition) models[name] = definition end,
      set_model = function(player, name) player.properties.mesh = models[name] and name end,
      set_textures = function(player, textures) player.properties.textures = textures end,
    }
    start(); join("u1", { visual = "mesh", mesh = "character.b3d", textures = { "character.png" } })
    answer("/api/skin/Name_u1.png", png, 200); players.u1.keys = 1; step()
  `)
  expect(run('return players.u1.properties.mesh')).toBe('baseplate_figure.b3d')
  expect(texture()).toBe('[png:b64100')
  expect(run('return #players.u1.clips')).toBe(0)
})

test.each([
  ['a file that is not a PNG', '"<html>"', 200],
  ['a file too long for a property', 'png .. ("x"):rep(48000)', 200],
  ['no such user', '"User not found"', 404],
])('a player keeps the first skin when the site sends %s', (_what, body, status) => {
  run(`start(); join("u1"); answer("/api/skin/Name_u1.png", ${body}, ${status}); pass(60)`)
  expect(texture()).toBe('baseplate_skin.png')
  expect(run('return #asked')).toBe(2)
})

test('a skin is retried a few times while the site is busy or cannot be reached', () => {
  run('start(); join("u1"); answer("/api/skin/Name_u1.png", nil, 0); pass(2)')
  expect(run('return #asked')).toBe(3)
  run('answer("/api/skin/Name_u1.png", "busy", 503); pass(8); answer("/api/skin/Name_u1.png", png, 200)')
  expect(texture()).toBe('[png:b64100')
  run('leave("u1"); join("u2"); for _ = 1, 9 do answer("/api/skin/Name_u2.png", nil, 0); pass(60) end')
  expect(run('return #asked')).toBe(4 + 2 + 3)
})

test('a player who comes back has the same skin when the site says that it is unchanged', () => {
  run('start(); join("u1"); answer("/api/skin/Name_u1.png", png, 200); leave("u1"); join("u1")')
  expect(run('return find("/api/skin/Name_u1.png").header')).toBe('If-None-Match: "sha100"')
  run('answer("/api/skin/Name_u1.png", "", 304)')
  expect(texture()).toBe('[png:b64100')
})

test('the figure follows its player, and the engine receives changes only', () => {
  run('start(); join("u1"); step(); step()')
  const act = (change: string) => run(`${change} step(); step(); return players.u1.clips[#players.u1.clips]`)
  expect(act('')).toBe('0@30')
  expect(act('players.u1.keys = 1;')).toBe('168@30')
  expect(act('players.u1.keys = 1 + 64;')).toBe('168@15')
  expect(act('players.u1.keys = 128;')).toBe('189@30')
  expect(act('players.u1.keys = 8 + 256;')).toBe('200@30')
  expect(act('players.u1.vehicle = {};')).toBe('81@30')
  expect(act('players.u1.hp = 0;')).toBe('162@30')
  expect(run('return #players.u1.clips')).toBe(7)
})

test('a hat is shown when all clients have its files, and removed with its player', () => {
  run('start(); join("u1"); join("u2"); wear_hat("u1")')
  expect(run('return pushed[1].path')).toMatch(/\.png$/)
  expect(run('return pushed[2].path')).toMatch(/\.obj$/)
  run('pushed[2].done("u1")')
  expect(run('return visible_hats()')).toBe(0)
  run('pushed[2].done("u2")')
  expect(run('return visible_hats()')).toBe(1)
  expect(run('return entities[1].bone')).toBe('Head')
  run('leave("u1")')
  expect(run('return visible_hats()')).toBe(0)
})

test('a client that never confirms a hat delays it for other players by three seconds', () => {
  run('start(); join("u1"); join("u2"); wear_hat("u1"); pass(2.9)')
  expect(run('return visible_hats()')).toBe(0)
  run('pass(0.1)')
  expect(run('return visible_hats()')).toBe(1)
})

test('a player who was entering while a hat was sent gets it before seeing it', () => {
  run('start(); join("u1"); wear_hat("u1"); pushed[2].done("u1"); join("u2")')
  expect(run('return visible_hats()')).toBe(0)
  expect(run('return #pushed')).toBe(4)
  run('pushed[4].done("u1"); pushed[4].done("u2")')
  expect(run('return visible_hats()')).toBe(1)
  run('pass(60); join("u3")')
  expect(run('return visible_hats()')).toBe(1)
  expect(run('return #pushed')).toBe(4)
})

test('a hat that the engine has removed is put on again, and one of a player with another model is taken off', () => {
  run('start(); join("u1"); wear_hat("u1"); pushed[2].done("u1"); entities[1].is_here = false; pass(2)')
  expect(run('return visible_hats()')).toBe(1)
  run('players.u1.properties.mesh = "robot.b3d"; pass(2)')
  expect(run('return visible_hats()')).toBe(0)
})

test('a model that the game gives to a player later keeps its own movements', () => {
  run('start(); join("u1"); step(); players.u1.properties.mesh = "robot.b3d"; players.u1.keys = 1; step()')
  expect(run('return #players.u1.clips')).toBe(1)
})

test('two players with the same hat share its files', () => {
  run('start(); join("u1"); wear_hat("u1"); pushed[2].done("u1"); pass(60); join("u2")')
  run(
    'answer("/api/figure-hats/Name_u2", \'{ { id = 5, mesh = "/api/hat/5.obj", texture = "/api/hat/5.png" } }\', 200)',
  )
  expect(run('return find("/api/hat/5.png").header')).toBe('If-None-Match: "sha100"')
  run('answer("/api/hat/5.png", "", 304); answer("/api/hat/5.obj", "", 304); pass(0)')
  expect(run('return visible_hats()')).toBe(2)
  expect(run('return #pushed')).toBe(2)
})
