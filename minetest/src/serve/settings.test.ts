import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasEngine } from '../testing/has-engine.ts'
import { clientSettings, gameSettings } from '../testing/known-settings.ts'
import { settingsFile, settingsOf } from './settings.ts'

const run = {
  placeId: '1818',
  port: '30000',
  home: '/srv',
  siteUrl: 'https://site.example',
  ticket: 't',
  placeName: 'Tower',
  maxPlayers: 20,
  reportSeconds: 10,
}

/** Debian's list of the settings that the engine explains to players and operators. */
const settingTypes = '/usr/share/games/minetest/builtin/settingtypes.txt'

/** Names of the settings in the engine's list. Those without a value are commented out. */
const listedSettings = () => [
  ...new Set(
    [...readFileSync(settingTypes, 'utf8').matchAll(/^(?:# ?)?([A-Za-z0-9_.]+) \(/gm)].map(
      ([, name = '']) => name,
    ),
  ),
]

const has = (patterns: readonly string[], name: string) =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )

test.skipIf(!hasEngine)('decides every setting of the installed engine once', () => {
  const own = Object.keys(settingsOf(run))
  const decisions = (name: string) =>
    [own, gameSettings, clientSettings].filter((names) => has(names, name)).length
  const listed = listedSettings()
  expect(listed.length).toBeGreaterThan(500)
  expect(listed.filter((name) => decisions(name) !== 1)).toEqual([])
})

test.skipIf(!hasEngine)(
  'sets nothing that the installed engine does not know, apart from settings of its source or later engines',
  () => {
    const listed = new Set(listedSettings())
    expect(Object.keys(settingsOf(run)).filter((name) => !listed.has(name))).toEqual([
      'protocol_version_min',
      'server_announce_send_players',
      'secure.c_mods',
      'random_mod_load_order',
      'curl_verify_cert',
      'baseplate.url',
      'baseplate.place',
      'baseplate.report_seconds',
    ])
  },
)

test('allows each player a lost connection beside the new one', () => {
  expect(settingsOf(run)).toMatchObject({ max_users: 40 })
  expect(settingsOf({ ...run, maxPlayers: 60_000 })).toMatchObject({ max_users: 65_535 })
})

test.each([
  ['Tower', 'Tower'],
  ['Tower # 2 = "high"', 'Tower # 2 = "high"'],
  ['Tower\nserver_announce = true\r\n\tname = Maker', 'Tower server_announce = true name = Maker'],
  ['\u2028a\u0085b\0c', 'a b c'],
  ['"""', `'""`],
  ['"""a', `'""a`],
  ['{', '( {'],
  ['{ }', '{ }'],
])('writes the name %j as one line', (placeName, written) => {
  const file = settingsFile(settingsOf({ ...run, placeName }))
  expect(file).toContain(`\nserver_name = ${written}\n`)
  expect(file.match(/^server_announce = .*$/gm)).toEqual(['server_announce = false'])
  expect(file.match(/^[^=\n]+$/gm)).toBeNull()
})
