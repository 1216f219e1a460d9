import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gameOf, zipOf } from '../../minetest/src/testing/archives.ts'
import { hasEngine } from '../../minetest/src/testing/has-engine.ts'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, setNetwork, upload } from '../support/game.ts'
import { register } from '../support/person.ts'

/** Prints the block at a position, and puts a brick there. */
const game = zipOf(
  gameOf(`
    core.set_mapgen_setting("mg_name", "singlenode", true)
    core.register_node(":tower:brick", { description = "Brick" })
    local at = { x = 3, y = 5, z = 7 }
    core.after(0, function()
      core.emerge_area(at, at, function(_, _, left)
        if left > 0 then return end
        print("found " .. core.get_node(at).name .. ".")
        core.set_node(at, { name = "tower:brick" })
      end)
    end)
  `),
)

interface View {
  servers: { state: string }[]
}

interface Settings {
  worlds: { number: number; cause: string; bytes: number | null; version: number | null }[]
}

describe.skipIf(!hasEngine)('the world of a place of the engine Minetest', () => {
  async function start() {
    const product = await startConfigured({
      Engine: 'minetest',
      Orchestrator: {
        PrivateURL: `http://127.0.0.1:${await freePort()}`,
        PublicURL: `http://localhost:${await freePort()}`,
      },
    })
    onTestFinished(() => product.stop().then(() => undefined))
    const maker = await register(product.baseUrl, 'Maker')
    const place = await makePlace(maker, 'Tower')
    await setNetwork({ maker, place }, { dedicated: 'on' })
    await upload({ maker, place }, game)
    const orchestrator = join(product.dataDirectory, 'orchestrator')
    const press = async (action: string, fields = {}) =>
      expect((await maker.post(`${place.path}${action}`, fields)).status).toBeLessThan(400)
    const log = () => readFile(join(orchestrator, 'logs', String(place.id), 'log'), 'utf8').catch(() => '')
    const runs = async () => (await log()).split('--- ').slice(1)
    return {
      maker,
      place,
      press,
      worlds: async () => (await json<Settings>(await maker.get(`${place.path}/settings`))).worlds,
      removeFolder: () => rm(join(orchestrator, 'servers', String(place.id)), { recursive: true }),
      /** Runs the server until it has placed its brick, and returns the block that it found. */
      async play() {
        const before = (await runs()).length
        await press('?/start')
        const found = async () => /found (\S+)\./.exec((await runs())[before] ?? '')?.[1]
        await expect.poll(found, { timeout: 60_000 }).toBeDefined()
        // The world of a server that was never ready is not stored.
        const state = async () => (await json<View>(await maker.get(place.path))).servers[0]?.state
        await expect.poll(state, { timeout: 60_000 }).toBe('ready')
        await press('?/close')
        return found()
      },
    }
  }

  test('is there at a start in an empty folder, and can be cleared and restored', async () => {
    const { maker, place, press, worlds, removeFolder, play } = await start()
    expect(await worlds()).toEqual([])
    expect(await play()).toBe('air')
    const patience = { timeout: 60_000 }
    await expect.poll(worlds, patience).toMatchObject([{ number: 1, cause: 'stop', version: 1 }])
    const archive = await maker.get(`${place.path}/settings/worlds/1`)
    expect(archive.headers.get('content-type')).toBe('application/zip')

    await removeFolder()
    expect(await play()).toBe('tower:brick')
    await expect.poll(worlds, patience).toHaveLength(2)
    await press('/settings/world?/clearworld')
    expect(await play()).toBe('air')
    await expect.poll(worlds, patience).toHaveLength(4)
    await press('/settings/world?/restoreworld', { number: '1' })
    expect((await worlds())[0]).toMatchObject({ number: 5, cause: 'restore', bytes: expect.any(Number) })
    expect(await play()).toBe('tower:brick')
  }, 300_000)
})
