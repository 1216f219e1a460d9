import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { buildZip, type Packed, smallGame } from '@baseplate/minetest/place-file/testing/build-zip'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../foundation/config/schema.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { readPlaceFile } from '../servers/read-file.ts'
import { viewPlaceSettings } from '../settings.ts'
import { restoreVersion } from './restore.ts'
import { updatePlaceFile } from './update-file.ts'

const game = buildZip(smallGame)
const linked = buildZip([...smallGame, { path: 'textures/x.png', content: '/etc/passwd', mode: 0o120777 }])
const versionOf = (version: string): Packed => ({
  path: 'game.conf',
  content: `name = tower\nversion = ${version}`,
})

describe.each(databases)('place files of the engine Minetest on %s', (kind) => {
  async function start(Engine: Config['Engine'] = 'minetest') {
    const platform = await openTestPlatform(kind, { Engine })
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
    return {
      platform,
      setEngine: (engine: Config['Engine']) => Object.assign(platform.config, { Engine: engine }),
      store: (zip: Uint8Array) => updatePlaceFile(platform, maker, id, [zip]),
      restore: (version: number) => restoreVersion(platform, maker, { id, version: String(version) }),
      read: async () => buffer((await readPlaceFile(platform, id, { actor: maker })).stream()),
      versions: async () => (await viewPlaceSettings(platform, maker, { id })).versions,
      stored: async () => {
        const inFolder = (name: string) =>
          readdir(join(platform.config.dataDirectory, name)).catch(() => [] as string[])
        return [...(await inFolder('place-files')), ...(await inFolder('incoming'))]
      },
    }
  }

  test('become versions with the name and version of the game', async () => {
    const { store, versions, read } = await start()
    await store(game)
    await store(buildZip([versionOf('2'), ...smallGame.slice(1)]))
    expect(await versions()).toMatchObject([
      { version: 2, gameName: 'tower', gameVersion: '2' },
      { version: 1, gameName: 'Coin tower', gameVersion: '1.2' },
    ])
    expect((await read()).toString('latin1')).toContain('mods/tower/init.lua')
  })

  test('are refused with the file at fault, and nothing of them is stored', async () => {
    const { store, versions, stored, read } = await start()
    await store(game)
    await expect(store(linked)).rejects.toMatchObject({
      problems: { file: { code: 'places.file_link', values: { file: 'textures/x.png' } } },
      errors: {
        file: 'textures/x.png: this is a link or a device. Put the file itself into the ZIP file.',
      },
    })
    expect((await versions()).map(({ version }) => version)).toEqual([1])
    expect(await read()).toEqual(game)
    expect(await stored()).toEqual([createHash('sha256').update(game).digest('hex')])
  })

  test('are each checked when several arrive at once', async () => {
    const { store, versions, read } = await start()
    const results = await Promise.allSettled([game, linked, game, linked].map(store))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(await versions()).toHaveLength(1)
    expect(await read()).toEqual(game)
  })

  test('are checked again when a version of another engine is restored', async () => {
    const { store, restore, versions, setEngine } = await start('classic')
    await store(Buffer.from('a place of classic clients'))
    await store(game)
    setEngine('minetest')
    await expect(restore(1)).rejects.toMatchObject({
      reason: 'invalid',
      problem: { code: 'places.file_not_zip' },
    })
    await store(buildZip([versionOf('2'), ...smallGame.slice(1)]))
    await restore(2)
    expect(await versions()).toMatchObject([
      { version: 4, restoredFrom: 2, gameName: 'Coin tower' },
      { version: 3, gameVersion: '2' },
      { version: 2, gameName: 'Coin tower' },
      { version: 1, gameName: null },
    ])
  })

  test('are not checked with classic clients', async () => {
    const { store, versions } = await start('classic')
    await store(linked)
    await store(Buffer.from('x'))
    expect(await versions()).toMatchObject([
      { version: 2, gameName: null, gameVersion: null },
      { version: 1, gameName: null },
    ])
  })
})
