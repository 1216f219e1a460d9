import { writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { host } from '../client/game-server.ts'
import { embedded } from '../support/databases.ts'
import { type Game, makePlace, startGame, upload } from '../support/game.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Writes the configuration file of an operator whose dedicated servers run on a separate machine. */
async function configure(Gameservers: object): Promise<{ BASEPLATE_CONFIG: string }> {
  const folder = await temporaryFolder()
  const config = {
    Gameservers,
    Orchestrator: { PublicURL: 'https://servers.example.org:64991' },
    Renderer: { Workers: 0 },
  }
  const file = joinPath(folder, 'config.ts')
  await writeFile(file, `export default ${JSON.stringify(config)}`)
  return { BASEPLATE_CONFIG: file }
}

async function start(kind: (typeof embedded)[number], Gameservers: object): Promise<Game> {
  const game = await startGame(kind, await configure(Gameservers))
  onTestFinished(async () => expect(await game.stop()).toEqual({ code: 0, leaked: [] }))
  return game
}

describe.each(embedded)('keys of game servers on %s', (kind) => {
  test('opens public places to everyone with an empty key, and warns at the start', async () => {
    const game = await start(kind, { Key: '' })
    const { place, maker, ask, product, build } = game
    await upload(game, Buffer.from('a place'))
    const secret = await makePlace(maker, 'Private')
    await maker.post(`${secret.path}/settings?/privacy`, { privateServer: 'on' })
    const { mapLocation } = await host((await ask(`/game/${place.id}/serve`)).text, build)
    expect(mapLocation).toBe(`${product.baseUrl}/game/${place.id}`)
    for (const path of [`/game/${secret.id}`, `/game/${secret.id}/serve`]) {
      expect(await ask(path)).toEqual({ status: 403, text: 'A key is required' })
    }
    expect(product.output()).toContain('Gameservers.Key is empty')
  })

  test('requires the key for a place and its script, which can then load the place', async () => {
    const key = 'the key of the game servers'
    const game = await start(kind, { Key: key })
    const { place, build, ask, product } = game
    await upload(game, Buffer.from('a place'))
    for (const path of [`/game/${place.id}`, `/game/${place.id}/serve`]) {
      expect((await ask(path)).status).toBe(403)
      expect((await ask(path, { headers: { Authorization: 'Bearer another' } })).status).toBe(403)
    }
    const script = await ask(`/game/${place.id}/serve`, { headers: { Authorization: `Bearer ${key}` } })
    const { mapLocation } = await host(script.text, build)
    const map = await fetch(String(mapLocation))
    expect([map.status, await map.text()]).toEqual([200, 'a place'])
    expect(product.output()).not.toContain(key)
  })
})
