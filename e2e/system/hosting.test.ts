import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join } from '../client/client.ts'
import { host } from '../client/game-server.ts'
import { runScript } from '../client/lua.ts'
import { openSigned } from '../client/signature.ts'
import { invalidFields } from '../support/answers.ts'
import { embedded } from '../support/databases.ts'
import { clientAgent, type Game, json, makePlace, setNetwork, startGame, upload } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'

const base64 = (name: string) => encodeURIComponent(Buffer.from(name, 'latin1').toString('base64'))

describe.each(embedded)('hosting on %s', (kind) => {
  let game: Game

  beforeAll(async () => {
    game = await startGame(kind)
    await upload(game, Buffer.from('a place'))
  })
  afterAll(async () => {
    expect(await game.stop()).toEqual({ code: 0, leaked: [] })
  })

  const scriptAt = async (path: string) => (await game.askWithKey(path)).text
  const hostAt = async (path: string) => host(await scriptAt(path), game.build)

  test('lets a dedicated server load the place, listen on its port, and be listed', async () => {
    const { product, place, maker } = game
    const server = await hostAt(`/game/${place.id}/serve`)
    expect(server).toEqual({
      assetBaseUrl: `${product.baseUrl}/`,
      placeId: place.id,
      mapLocation: `${product.baseUrl}/game/${place.id}?ticket=${place.serverTicket}`,
      port: 10_000 + (place.id % 25_000),
      presenceUrl: `${product.baseUrl}/game/serverpresence?ticket=${place.serverTicket}`,
    })
    const pinged = await fetch(String(server.presenceUrl), { headers: clientAgent })
    expect([pinged.status, await pinged.text()]).toEqual([200, 'OK'])
    expect(pinged.headers.get('cache-control')).toBe('no-cache')
    expect(pinged.headers.get('pragma')).toBe('no-cache')
    const serverPing = async () =>
      (await json<{ serverPing: number }>(await maker.get(place.path))).serverPing
    // Unix seconds.
    await expect.poll(serverPing).toBeGreaterThan(Date.now() / 1000 - 10)
    expect(await serverPing()).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('hands out no script or place file without a key or a ticket', async () => {
    const { maker, ask, askWithKey } = game
    const secret = await makePlace(maker, 'Private')
    await maker.post(`${secret.path}/settings?/privacy`, { privateServer: 'on' })
    await upload({ maker, place: secret }, Buffer.from('secret'))
    for (const { id } of [game.place, secret]) {
      for (const path of [`/game/${id}`, `/game/${id}/serve`, `/Game/${id}/SERVE?ticket=${'x'.repeat(32)}`]) {
        expect([path, await ask(path)]).toEqual([path, { status: 403, text: 'A key is required' }])
      }
    }
    expect(await askWithKey(`/game/${secret.id}`)).toEqual({ status: 200, text: 'secret' })
    expect((await ask(`/game/${secret.id}?ticket=${secret.serverTicket}`)).text).toBe('secret')
    expect((await ask(`/game/${secret.id}?ticket=${game.place.serverTicket}`)).status).toBe(403)
  })

  test('gives a maker’s own server the place’s settings and map until the ticket is replaced', async () => {
    const { maker, place, product, ask } = game
    const own = await makePlace(maker, 'Of my own')
    await setNetwork({ maker, place: own }, { serverPort: '2345' })
    const path = `/Game/Host?ticket=${own.serverTicket}`
    expect(await hostAt(`${path}&autopilot=${base64('My map.rbxl')}`)).toEqual({
      assetBaseUrl: `${product.baseUrl}/`,
      placeId: own.id,
      mapLocation: 'rbxasset://maps/My map.rbxl',
      port: 2345,
      presenceUrl: `${product.baseUrl}/game/serverpresence?ticket=${own.serverTicket}`,
    })
    expect(await (await maker.post(`${own.path}/settings?/ticket`)).json()).toEqual({
      message: 'Regenerated!',
    })
    expect(await ask(path)).toEqual({ status: 400, text: 'Invalid Server ticket' })
    expect(await ask('/game/host')).toEqual({ status: 400, text: 'Invalid Request' })
    expect(await ask(`/game/host?ticket=${place.serverTicket.toUpperCase()}`)).toEqual({
      status: 400,
      text: 'Invalid Server ticket',
    })
    // The old ticket gets the usual response, but changes nothing.
    const late = await ask(`/game/serverpresence?ticket=${own.serverTicket}`, { headers: clientAgent })
    expect(late).toEqual({ status: 200, text: 'OK' })
    expect(product.output()).not.toContain(own.serverTicket)
  })

  test('runs the studio, visit and empty local server scripts to their ends', async () => {
    for (const path of ['/game/gameserver', '/game/gameserver.ashx', '/Game/GameServer.ashx']) {
      expect(await hostAt(path)).toEqual({
        assetBaseUrl: `${game.product.baseUrl}/`,
        placeId: 0,
        mapLocation: '',
        port: 53_640,
        presenceUrl: '',
      })
    }
    for (const path of ['/game/visit', '/Game/Visit.ashx', '/game/studio', '/Game/Studio.ashx']) {
      const run = await runScript(openSigned(await scriptAt(path), game.build))
      const effects = run.effects()
      run.close()
      expect(run.ended).toBe(true)
      expect(effects.filter(({ kind }) => kind === 'error')).toEqual([])
      const called = (name: string) => effects.find((effect) => effect.name === name)?.values
      expect(called('SetBaseUrl')).toEqual([`${game.product.baseUrl}/`])
      if (/visit/i.test(path)) expect(called('SetPlaceID')).toEqual([0, false])
    }
    for (const path of ['/game/machineconfiguration', '/Game/MachineConfiguration.ashx']) {
      expect(await game.ask(path)).toEqual({ status: 200, text: 'OK' })
    }
  })

  test('escapes users’ texts, so that they never become Lua code or another address', async () => {
    const { maker, place, product } = game
    const before = await hostAt(`/game/${place.id}/serve`)
    const hostile = '"..os.exit()..[[ ]] \\" --%s _USERNAME $&'
    const rename = (name: string) =>
      maker.post(`${place.path}/settings?/view`, { name, description: `${hostile} \n ${hostile}` })
    expect((await rename(`${hostile} \n ${hostile}`)).status).toBe(400)
    expect((await rename(hostile)).status).toBe(200)
    expect(await hostAt(`/game/${place.id}/serve`)).toEqual(before)

    for (const name of [
      hostile,
      `${hostile}.rbxl`,
      '../secret.rbxl',
      'a\0.rbxl',
      'a\nb.rbxl',
      '\xff.rbxl',
      'map.rbxlx',
      '',
    ]) {
      const path = `/game/host?ticket=${place.serverTicket}&autopilot=${base64(name)}`
      expect([name, (await hostAt(path)).mapLocation]).toEqual([name, ''])
    }
    for (const serverAddress of [hostile, 'a b', '"', 'a\n', '-a', '[::1]', 'a/b', 'ä.example']) {
      const refused = await setNetwork(game, { serverAddress })
      expect([serverAddress, refused.status]).toEqual([serverAddress, 400])
      expect(await refused.json()).toEqual(invalidFields({ serverAddress: expect.any(String) }))
    }

    const asked = await game.ask(`/game/${place.id}/serve`, {
      headers: {
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
        ...(await bearerOf(product, 'gameservers')),
      },
    })
    expect(await host(asked.text, game.build)).toEqual(before)
  })

  test('refuses a script that was changed on its way or that another installation signed', async () => {
    const script = await scriptAt(`/game/${game.place.id}/serve`)
    const [, tag, signature = '', code = ''] = /^--(\w+)%([^%]+)%\n([\s\S]*)$/.exec(script) ?? []
    expect(tag).toBe('rbxsig')
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const other = await scriptAt('/game/studio')
    for (const [what, changed] of Object.entries({
      'another place': script.replace(String(game.place.id), '1'),
      'a byte more': `${script}\n`,
      'a byte less': script.slice(0, -1),
      'the signature changed': `--rbxsig%${flipped}%\n${code}`,
      'the signature of another script': `${other.slice(0, other.lastIndexOf('%') + 1)}\n${code}`,
      'the tag changed': script.replace('--rbxsig%', '--rbxsig2%'),
      'an asset’s id put in': script.replace('%\n', '%--rbxassetid%1%\n'),
      'no signature': code,
    })) {
      expect(changed, what).not.toBe(script)
      await expect(host(changed, game.build), what).rejects.toThrow(/is not signed/)
    }

    const elsewhere = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const build = { publicKey: elsewhere.publicKey.export({ type: 'spki', format: 'pem' }).toString() }
    await expect(host(script, build)).rejects.toThrow('not signed by this key')
    const ticket = await game.ticketOf(game.player)
    await expect(join(game.product.baseUrl, build, ticket)).rejects.toThrow('not signed by this key')
  })
})
