import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasSandbox } from '@baseplate/orchestrator/testing/has-sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gameOf, zipOf } from '../../minetest/src/testing/archives.ts'
import { hasEngine } from '../../minetest/src/testing/has-engine.ts'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, setNetwork, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

interface View {
  servers: { state: string; reason?: string }[]
}

/** Counts its starts in its world, and tries to read the platform's database. */
const game = (database: string) =>
  zipOf(
    gameOf(`
      local storage = core.get_mod_storage()
      storage:set_int("starts", storage:get_int("starts") + 1)
      print("start " .. storage:get_int("starts") .. " of " .. core.settings:get("server_name"))
      print("database " .. tostring(pcall(io.open, "${database}")))
    `),
  )

const sandboxes = ['none', ...(hasSandbox ? ['bwrap'] : [])] as const

describe.skipIf(!hasEngine).each(sandboxes)(
  'a place of the engine Minetest, with the sandbox %s',
  (Sandbox) => {
    test('starts, is ready with its mod, stops, and has its world at the next start', async () => {
      const product = await startConfigured({
        Engine: 'minetest',
        Orchestrator: {
          Sandbox: Sandbox === 'bwrap' ? 'bwrap' : 'none',
          PrivateURL: `http://127.0.0.1:${await freePort()}`,
          PublicURL: `http://localhost:${await freePort()}`,
        },
      })
      onTestFinished(() => product.stop().then(() => undefined))
      const maker = await register(product.baseUrl, 'Maker')
      const place = await makePlace(maker, 'Zoë’s "tower" { of # coins }')
      await setNetwork({ maker, place }, { dedicated: 'on', maxPlayers: '7' })
      await upload({ maker, place }, game(join(product.dataDirectory, 'baseplate.sqlite')))
      const press = async (person: Person, action: string) =>
        expect((await person.post(`${place.path}?/${action}`)).status).toBe(204)
      const server = async () => (await json<View>(await maker.get(place.path))).servers[0]
      const log = () =>
        readFile(join(product.dataDirectory, 'orchestrator/logs', String(place.id), 'log'), 'utf8')
      const startAndStop = async () => {
        await press(maker, 'start')
        await expect.poll(server).toMatchObject({ state: 'ready' })
        await press(maker, 'close')
        expect(await server()).toMatchObject({ state: 'stopped' })
      }
      await startAndStop()
      expect(await log()).toMatch(new RegExp(`^--- \\S+ place ${place.id}, port \\d+, version 1\n`))
      expect(await log()).toContain('[baseplate]')
      expect(await log()).toContain('start 1 of Zoë’s "tower" { of # coins }\ndatabase false')
      await startAndStop()
      expect(await log()).toContain('start 2 of')
    })
  },
)
