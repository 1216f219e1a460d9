import { type Effect, runScript } from '@baseplate/e2e/client/lua.ts'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { addRun } from '@baseplate/platform/places/servers/queries'
import { regenerateServerTicket, updateNetwork } from '@baseplate/platform/places/settings'
import { expect, test } from 'vitest'
import { makePlace, startClientApi, storePlaceFile } from '../testing/client-api.ts'

async function start(config: ConfigInput = {}) {
  const api = await startClientApi(config)
  const place = await makePlace(api.platform)
  const refusal = async (path: string, init?: RequestInit) => {
    const response = await api.ask(path, init)
    return [response.status, await response.text()] as const
  }
  /** Runs the script at an address, and returns what the server did. */
  const host = async (path: string, init?: RequestInit) => {
    const response = await api.ask(path, init)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const run = await runScript(openSigned(await response.text(), { publicKey: api.publicKey }))
    run.advance(0)
    const effects = run.effects()
    run.close()
    return {
      baseUrl: valueSent(effects, 'SetBaseUrl'),
      placeId: valueSent(effects, 'SetPlaceID'),
      map: valueSent(effects, 'Load') ?? '',
      port: valueSent(effects, 'Start'),
      presence: valueSent(effects, 'HttpGet') ?? '',
    }
  }
  return { ...api, ...place, refusal, host }
}

const valueSent = (effects: Effect[], name: string) =>
  effects.find((effect) => effect.name === name)?.values[0]

const base64 = (name: string) => encodeURIComponent(Buffer.from(name).toString('base64'))

test.each(['Selfhosted', 'Both'] as const)(
  'serves the script of a self-hosted server when hosting is %s',
  async (Hosting) => {
    const { platform, maker, id, serverTicket, baseUrl, host } = await start({ Gameservers: { Hosting } })
    await updateNetwork(platform, maker, { id, dedicated: 'off', serverPort: '2000', maxPlayers: '10' })
    const expected = {
      baseUrl: `${baseUrl}/`,
      placeId: id,
      map: '',
      port: 2000,
      presence: `${baseUrl}/game/serverpresence?ticket=${serverTicket}`,
    }
    expect(await host(`/game/host?ticket=${serverTicket}`)).toEqual(expected)
    expect(await host(`/Game/Host?ticket=${serverTicket}`, { method: 'POST' })).toEqual(expected)
    expect(await host(`/game/host?ticket=${serverTicket}&autopilot=${base64('My map.rbxl')}`)).toEqual({
      ...expected,
      map: 'rbxasset://maps/My map.rbxl',
    })
  },
)

test('ignores an autopilot that would leave its string or its folder', async () => {
  const { serverTicket, host } = await start()
  const hostile = [
    '"..os.exit()--.rbxl',
    '../../secret.rbxl',
    '\n")while true do end--.rbxl',
    'a\\.rbxl',
    '$&.rbxl',
  ]
  for (const name of hostile) {
    expect((await host(`/game/host?ticket=${serverTicket}&autopilot=${base64(name)}`)).map).toBe('')
  }
})

test('refuses the host script without a valid server ticket', async () => {
  const { platform, maker, id, serverTicket, refusal } = await start()
  expect(await refusal('/game/host')).toEqual([400, 'Invalid Request'])
  expect(await refusal('/game/host?ticket=')).toEqual([400, 'Invalid Request'])
  expect(await refusal('/game/host?ticket=wrong')).toEqual([400, 'Invalid Server ticket'])
  await regenerateServerTicket(platform, maker, { id })
  expect(await refusal(`/game/host?ticket=${serverTicket}`)).toEqual([400, 'Invalid Server ticket'])
})

test('refuses the host script when hosting is Dedicated, and the serve script when it is Selfhosted', async () => {
  const dedicated = await start({ Gameservers: { Hosting: 'Dedicated' } })
  expect(await dedicated.refusal(`/game/host?ticket=${dedicated.serverTicket}`)).toEqual([
    400,
    'Selfhosted servers are not supported',
  ])
  const selfhosted = await start({ Gameservers: { Hosting: 'Selfhosted' } })
  expect((await selfhosted.refusal(`/game/${selfhosted.id}/serve`))[0]).toBe(400)
})

test.each(['Dedicated', 'Both'] as const)(
  'serves the script of a dedicated server to every caller when hosting is %s and the key is empty',
  async (Hosting) => {
    const { platform, maker, id, serverTicket, baseUrl, host, refusal } = await start({
      Gameservers: { Hosting, Key: '' },
    })
    expect(await refusal(`/game/${id}/serve`)).toEqual([404, 'File not found'])
    await storePlaceFile(platform, maker, id, Buffer.from('a place'))
    const expected = {
      baseUrl: `${baseUrl}/`,
      placeId: id,
      map: `${baseUrl}/game/${id}`,
      port: 10_000 + (id % 25_000),
      presence: `${baseUrl}/game/serverpresence?ticket=${serverTicket}`,
    }
    expect(await host(`/game/${id}/serve`)).toEqual(expected)
    expect(await host(`/Game/${id}/Serve`)).toEqual(expected)
    expect(await refusal('/game/1/serve')).toEqual([404, 'Place not found'])
    expect(await refusal('/game/99999999999999999999/serve')).toEqual([404, 'Place not found'])
  },
)

test('requires the key or a server ticket for the serve script, whose ticket then opens the place file', async () => {
  const { platform, maker, id, serverTicket, baseUrl, host, refusal, ask } = await start({
    Gameservers: { Key: 'a secret key' },
  })
  for (const [path, headers] of [
    [`/game/${id}/serve`, {}],
    [`/game/${id}/serve?ticket=wrong`, {}],
    [`/game/${id}/serve`, { Authorization: 'Bearer wrong' }],
    [`/game/${id}/serve`, { Authorization: 'a secret key' }],
  ] as const) {
    expect((await refusal(path, { headers }))[0]).toBe(403)
  }
  await storePlaceFile(platform, maker, id, Buffer.from('a place'))
  const byKey = await host(`/game/${id}/serve`, { headers: { Authorization: 'Bearer a secret key' } })
  expect(byKey.map).toBe(`${baseUrl}/game/${id}?ticket=${serverTicket}`)
  expect(await host(`/game/${id}/serve?ticket=${serverTicket}`)).toEqual(byKey)
  expect(await (await ask(`/game/${id}?ticket=${serverTicket}`)).text()).toBe('a place')
})

test('gives a server with a run ticket its own port and ticket', async () => {
  const { platform, maker, id, serverTicket, baseUrl, host } = await start()
  await storePlaceFile(platform, maker, id, Buffer.from('a place'))
  const { ticket } = await addRun(platform.db, id, { now: platform.now(), startedBy: null })
  expect(await host(`/game/${id}/serve?ticket=${ticket}&port=20002`)).toMatchObject({
    map: `${baseUrl}/game/${id}?ticket=${ticket}`,
    port: 20_002,
    presence: `${baseUrl}/game/serverpresence?ticket=${ticket}`,
  })
  // Other callers cannot choose the port, and an invalid port is ignored.
  const own = 10_000 + (id % 25_000)
  expect((await host(`/game/${id}/serve?ticket=${serverTicket}&port=20002`)).port).toBe(own)
  for (const port of ['', '0', '-1', '1e4.5', '99999', 'x', '20002;']) {
    expect([port, (await host(`/game/${id}/serve?ticket=${ticket}&port=${port}`)).port]).toEqual([port, own])
  }
})

test('serves the script of an empty server without a place', async () => {
  const { baseUrl, host } = await start()
  for (const path of ['/game/gameserver', '/Game/GameServer.ashx']) {
    expect(await host(path)).toEqual({
      baseUrl: `${baseUrl}/`,
      placeId: 0,
      map: '',
      port: 53_640,
      presence: '',
    })
  }
})
