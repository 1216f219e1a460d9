import { expect, test } from 'vitest'
import { type Files, gameOf, zipOf } from '../testing/archives.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { serve, startTestSite } from '../testing/served.ts'

test.skipIf(!hasEngine).each<[string, Files]>([
  ['a folder', { 'mods/baseplate/init.lua': 'print("fake")' }],
  ['a modpack', { 'mods/pack/modpack.conf': '', 'mods/pack/baseplate_guard/init.lua': '' }],
  ['mod.conf', { 'mods/other/mod.conf': 'name = baseplate\n', 'mods/other/init.lua': '' }],
  [
    'mod.conf in another notation',
    { 'mods/other/mod.conf': 'name="""\r\nbaseplate\n"""', 'mods/other/init.lua': '' },
  ],
  ['a world', { 'world.mt': '', 'worldmods/baseplate/init.lua': '' }],
])('refuses a game whose mod has the name of a mod of the platform, in %s', async (_where, more) => {
  const isWorld = 'world.mt' in more
  const game = gameOf('print("hostile")')
  const files = isWorld
    ? Object.fromEntries(Object.entries(game).map(([path, text]) => [`game/${path}`, text]))
    : game
  const served = await serve(await startTestSite(zipOf({ ...files, ...more })))
  expect(await served.ended).toBe(1)
  expect(served.log()).toContain('mods cannot be named baseplate or baseplate_guard')
  expect(served.log()).not.toContain('hostile')
})
