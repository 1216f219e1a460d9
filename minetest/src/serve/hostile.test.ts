import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Files, gameOf, zipOf } from '../testing/archives.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { makeHome, serve, startTestSite } from '../testing/served.ts'
import { settingsOf } from './settings.ts'

/** Begins a game that prints the outcome of what it tries: `TRIED <what>: <value>`, or `refused`. */
const trying = `
  local function try(what, f)
    local ok, value = pcall(f)
    print("TRIED " .. what .. ": " .. (ok and tostring(value) or "refused"))
  end
  local world = core.get_worldpath()
`

/** Runs a game. Returns what it tried, with the outcomes, and its folder. */
async function outcomesOf(files: Files, home = makeHome()) {
  const site = await startTestSite(zipOf(files))
  const served = await serve(site, { home })
  await served.until('TRIED end: true')
  await served.stop()
  const outcomes = Object.fromEntries(
    [...served.log().matchAll(/^TRIED (.*?): (.*)$/gm)].map(([, what = '', outcome = '']) => [what, outcome]),
  )
  return { home, outcomes, log: served.log(), asked: site.asked }
}

const end = `
  core.after(0.1, function() try("end", function() return true end) end)
`

describe.skipIf(!hasEngine)('a hostile game', () => {
  test('runs no programs and gets no insecure environment', async () => {
    const { outcomes } = await outcomesOf(
      gameOf(`${trying}
        try("shell", function() return os.execute("id") end)
        try("pipe", function() return io.popen("id"):read("*a") end)
        try("foreign functions", function() return require("ffi") end)
        try("library", function() return package.loadlib("libc.so.6", "*") end)
        try("insecure", function() return core.request_insecure_environment() end)
        try("exit", function() return os.exit(0) end)
      ${end}`),
    )
    expect(outcomes).toEqual({
      shell: 'refused',
      pipe: 'refused',
      'foreign functions': 'refused',
      library: 'refused',
      insecure: 'nil',
      exit: 'refused',
      end: 'true',
    })
  })

  test('reads and writes its own files only', async () => {
    const home = makeHome()
    writeFileSync(join(home, 'secret'), 'secret')
    mkdirSync(join(home, 'folder'))
    const { outcomes } = await outcomesOf(
      gameOf(`${trying}
        local home = world .. "/.."
        try("password file", function() return io.open("/etc/passwd"):read("*l") end)
        try("file of the server", function() return io.open(home .. "/secret"):read("*l") end)
        try("settings", function() return io.open(home .. "/minetest.conf"):read("*l") end)
        try("settings as settings", function() return Settings(home .. "/minetest.conf"):get("port") end)
        try("code", function() return dofile("/etc/passwd") end)
        try("lines", function() return io.lines("/etc/passwd")() end)
        try("folder", function() return #core.get_dir_list("/etc") end)
        try("copy", function() return core.cpdir("/etc", world .. "/etc") end)
        try("move", function() return core.mvdir(home .. "/folder", world .. "/folder") end)
        try("make", function() return core.mkdir(home .. "/made") end)
        try("rename", function() return os.rename(home .. "/secret", world .. "/secret") end)
        try("remove", function() return os.remove(home .. "/secret") end)
        try("safe write", function() return core.safe_file_write(home .. "/secret", "x") end)
        try("world", function() return io.open(world .. "/own", "w"):write("own") end)
      ${end}`),
      home,
    )
    const { world, end: ended, ...others } = outcomes
    expect(Object.values(others)).toEqual(Object.keys(others).map(() => 'refused'))
    expect([world, ended]).toEqual(['true', 'true'])
    expect(readFileSync(join(home, 'secret'), 'utf8')).toBe('secret')
    expect(readFileSync(join(home, 'world', 'own'), 'utf8')).toBe('own')
  })

  test('does not change the mods of the platform', async () => {
    const { outcomes, home } = await outcomesOf(
      gameOf(`${trying}
        for _, mod in ipairs({ "baseplate", "baseplate_guard" }) do
          local folder = world .. "/worldmods/" .. mod
          try("write " .. mod, function() return io.open(folder .. "/init.lua", "w"):write("x") end)
          try("remove " .. mod, function() return os.remove(folder .. "/init.lua") end)
          try("remove folder " .. mod, function() return core.rmdir(folder, true) end)
          try("write path " .. mod, function() return io.open(core.get_modpath(mod) .. "/init.lua", "w"):write("x") end)
        end
        try("write list", function() return io.open(world .. "/worldmods/baseplate_guard/settings.txt", "w"):write("x") end)
        try("add mod", function() return core.mkdir(world .. "/worldmods/zzz") end)
      ${end}`),
    )
    const { end: ended, ...others } = outcomes
    expect(Object.values(others)).toEqual(Object.keys(others).map(() => 'refused'))
    const mods = join(home, 'world', 'worldmods')
    for (const name of ['mod', 'guard']) {
      const own = name === 'mod' ? 'baseplate' : 'baseplate_guard'
      const shipped = readFileSync(join(import.meta.dirname, '../..', name, 'init.lua'), 'utf8')
      expect(readFileSync(join(mods, own, 'init.lua'), 'utf8')).toBe(shipped)
    }
  })

  test('cannot send requests to other sites, neither itself nor through the mod of the platform', async () => {
    const { outcomes } = await outcomesOf(
      gameOf(`${trying}
        local request = core.request_http_api
        local stolen = {}
        core.request_http_api = function() local got = request() if got then stolen[#stolen + 1] = got end return got end
        debug.sethook(function()
          local info = debug.getinfo(2, "f")
          if info and info.func then stolen[#stolen + 1] = info.func end
        end, "cr", 1)
        try("own", function() return core.request_http_api() end)
        core.handle_async(function() return type(core.request_http_api), type(core.get_http_api) end, function(a, b)
          try("in a thread", function() return a .. " " .. b end)
          debug.sethook()
          try("stolen", function() return #stolen end)
          try("own level", function() return debug.getinfo(1, "S").what .. " " .. debug.getinfo(1, "l").currentline end)
          try("end", function() return true end)
        end)
        try("locals", function() return debug.getlocal end)
        try("upvalues", function() return debug.getupvalue end)
        try("changed upvalues", function() return debug.setupvalue end)
        try("changed locals", function() return debug.setlocal end)
      `),
    )
    expect(outcomes).toMatchObject({
      own: 'nil',
      'in a thread': 'nil nil',
      stolen: '0',
      'own level': expect.stringMatching(/^Lua \d+$/) as string,
      locals: 'nil',
      upvalues: 'nil',
      'changed upvalues': 'nil',
      'changed locals': 'nil',
    })
  })

  test('cannot override settings of the platform in its own file', async () => {
    const own = settingsOf({
      placeId: '1',
      siteUrl: '',
      port: '',
      home: '',
      ticket: '',
      placeName: '',
      maxPlayers: 15,
      reportSeconds: 10,
    })
    const names = Object.keys(own)
    const { outcomes } = await outcomesOf(
      gameOf(
        `${trying}
        for _, name in ipairs({ ${names.map((name) => `"${name}"`).join(', ')}, "movement_gravity" }) do
          try(name, function() return core.settings:get(name) end)
        end
      ${end}`,
        { 'minetest.conf': [...names, 'movement_gravity'].map((name) => `${name} = 7\n`).join('') },
      ),
    )
    const { end: ended, movement_gravity: gravity, ...values } = outcomes
    expect(gravity).toBe('7')
    expect(Object.keys(values)).toEqual(names)
    expect(Object.entries(values).filter(([, value]) => value === '7')).toEqual([])
  })

  test('changes no setting of the platform while it runs, even in another thread', async () => {
    const { outcomes, log } = await outcomesOf(
      gameOf(`${trying}
        local names = { "server_announce", "serverlist_url", "remote_media", "name", "default_password",
          "disallow_empty_password", "max_users", "secure.http_mods", "secure.enable_security", "curl_verify_cert" }
        local before = {}
        for _, name in ipairs(names) do before[name] = core.settings:get(name) end
        local ways = {
          set = function(name) core.settings:set(name, "true") end,
          bool = function(name) core.settings:set_bool(name, true) end,
          noise = function(name) core.settings:set_np_group(name, { offset = 0, scale = 1, spread = { x = 1, y = 1, z = 1 },
            seed = 1, octaves = 1, persistence = 1, lacunarity = 1 }) end,
          remove = function(name) core.settings:remove(name) end,
          hidden = function(name) getmetatable(core.settings).set(core.settings, name, "true") end,
        }
        for way, change in pairs(ways) do for _, name in ipairs(names) do pcall(change, name) end end
        local function changed()
          local list = {}
          for _, name in ipairs(names) do
            if core.settings:get(name) ~= before[name] then list[#list + 1] = name end
          end
          return #list .. table.concat(list, " ")
        end
        try("changed", changed)
        core.settings:set("movement_gravity", "5")
        try("own", function() return core.settings:get("movement_gravity") end)
        local file = Settings(world .. "/own.conf")
        file:set("name", "mine")
        try("file", function() return file:get("name") end)
        core.handle_async(function(list)
          for _, name in ipairs(list) do
            pcall(function() core.settings:set(name, "true") end)
            pcall(function() core.settings:remove(name) end)
          end
        end, function() try("changed in a thread", changed) try("end", function() return true end) end, names)
      `),
    )
    expect(outcomes).toEqual({
      changed: '0',
      own: '5',
      file: 'mine',
      'changed in a thread': '0',
      end: 'true',
    })
    expect(log).toContain('The setting server_announce belongs to the platform, and was not changed.')
  })

  test('does not load before the mods of the platform', async () => {
    const { outcomes } = await outcomesOf(
      gameOf(
        `${trying}
        try("guarded", function() return debug.getinfo(1, "f").func == nil end)
        ${end}`,
        {
          'game.conf': 'title = Test\nfirst_mod = aaa\r\n \tfirst_mod=zzz\n',
          'minetest.conf': 'random_mod_load_order = true\n',
          'mods/aaa/init.lua': 'print("TRIED aaa: " .. tostring(debug.getinfo(1, "f").func == nil))',
          'mods/zzz/init.lua': 'print("TRIED zzz: " .. tostring(debug.getinfo(1, "f").func == nil))',
        },
      ),
    )
    expect(outcomes).toEqual({ guarded: 'true', aaa: 'true', zzz: 'true', end: 'true' })
  })
})
