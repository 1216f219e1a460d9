import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinAsBot } from '../../minetest/src/testing/bot.ts'
import { hasEngineAndClient } from '../../minetest/src/testing/engine.ts'
import { join as fetchScript } from '../client/client.ts'
import { json, publicKeyOf } from '../support/game.ts'
import { type Person, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'

describe.skipIf(!hasEngineAndClient)('the demo with the engine', () => {
  let demo: Product
  let player: Person

  beforeAll(async () => {
    demo = await startProduct({}, { program: ['demo/src/main.ts', '--engine'], timeoutMs: 300_000 })
    player = visitor(demo.baseUrl)
    await player.post('/login', { username: 'Harbourmaster', password: 'sails in the harbour' })
  }, 300_000)

  afterAll(() => demo.stop())

  /** Returns the path of a game from the lines that the command prints. */
  async function pathOf(name: string): Promise<string> {
    const line = new RegExp(`^ +${name}: ${demo.baseUrl}(/place/\\S+)$`, 'm')
    await expect.poll(() => demo.output()).toMatch(line)
    return line.exec(demo.output())?.[1] ?? ''
  }

  test.each(['Building Plots', 'Harbour Run', 'Coin Tower'])('leads into the game %s', async (name) => {
    const path = await pathOf(name)
    expect((await player.post(`${path}?/start`)).status).toBe(204)
    const view = async () =>
      json<{ servers: { state: string }[]; players: { username: string }[] }>(await player.get(path))
    await expect.poll(async () => (await view()).servers[0]?.state).toBe('ready')
    const { ticket } = await json<{ ticket: string }>(await player.post(`${path}?/join`))
    const { userId, serverPort } = await fetchScript(
      demo.baseUrl,
      { publicKey: await publicKeyOf(demo) },
      ticket,
    )
    const password = createHmac('sha256', ticket).update('engine').digest('hex')
    const bot = await joinAsBot({ port: serverPort, name: `u${userId}`, password })
    expect((await view()).players.map(({ username }) => username)).toEqual(['Harbourmaster'])
    bot.leave()
    await bot.ended
  })
})
