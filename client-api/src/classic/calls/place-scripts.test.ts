import { type Effect, runScript } from '@baseplate/e2e/client/lua.ts'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import { expect, test } from 'vitest'
import { type Caller, expectAnswers, type Row, registerCaller } from '../../testing/callers.ts'
import { makePlace, startClientApi, storePlaceFile, type TestClientApi } from '../../testing/client-api.ts'

/** A place with a file, which only its maker sees. */
async function start() {
  const api = await startClientApi()
  const { maker, id, serverTicket } = await makePlace(api.platform)
  await storePlaceFile(api.platform, maker, id, Buffer.from('<roblox version="4"></roblox>'))
  const setPrivate = (private_server: number) =>
    api.platform.db.updateTable('places').set({ private_server }).where('id', '=', id).execute()
  const { number } = await api.platform.db
    .selectFrom('player_numbers')
    .select('number')
    .where('user_id', '=', maker.id)
    .executeTakeFirstOrThrow()
  return { api, id, serverTicket, setPrivate, number }
}

/** Requests a script, verifies its signature, and returns what it does to a client. */
async function effectsOf({ ask, publicKey }: TestClientApi, path: string): Promise<Effect[]> {
  const response = await ask(path)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const running = await runScript(openSigned(await response.text(), { publicKey }))
  const effects = running.effects()
  running.close()
  return effects
}

const valuesOf = (effects: Effect[], name: string) =>
  effects.filter((effect) => effect.name === name).map(({ values }) => values)

test('a place learns its creator, its version and the addresses of its services', async () => {
  const { api, id, number } = await start()
  const info = await effectsOf(api, `/Game/LoadPlaceInfo.ashx?PlaceId=${id}`)
  expect(valuesOf(info, 'SetCreatorID')).toEqual([[number, { is: 'Enum.CreatorType.User' }]])
  expect(valuesOf(info, 'SetPlaceVersion')).toEqual([[1]])
  const data = await effectsOf(api, `/Game/PlaceSpecificScript.ashx?PlaceId=${id}`)
  expect(valuesOf(data, 'SetCreatorID')).toEqual([[number, { is: 'Enum.CreatorType.User' }]])
  expect(valuesOf(data, 'SetLoadDataUrl')).toEqual([
    [`${api.baseUrl}/Persistence/GetBlobUrl.ashx?placeid=${id}&userid=%d`],
  ])
})

test('all addresses of the scripts are served', async () => {
  const { api, id } = await start()
  const effects = [
    ...(await effectsOf(api, `/Game/LoadPlaceInfo.ashx?PlaceId=${id}`)),
    ...(await effectsOf(api, `/Game/PlaceSpecificScript.ashx?PlaceId=${id}`)),
  ]
  const addresses = effects
    .filter(({ name }) => /^Set.*Url$/.test(name))
    .map(({ values }) => String(values[0]))
  expect(addresses).toHaveLength(12)
  for (const address of addresses) {
    const response = await fetch(address.replaceAll('%d', '1'))
    // An unknown item and a method of another kind are answers, too.
    expect(await response.text(), address).not.toBe('Not found')
  }
})

test('without a place, the scripts set addresses alone', async () => {
  const { api } = await start()
  for (const path of ['/Game/LoadPlaceInfo.ashx', '/Game/PlaceSpecificScript.ashx?PlaceId=0']) {
    const effects = await effectsOf(api, path)
    expect(valuesOf(effects, 'SetCreatorID')).toEqual([])
    expect(effects.length).toBeGreaterThan(2)
  }
})

test('a private place is only known to its own server and to its maker', async () => {
  const { api, id, serverTicket, setPrivate, number } = await start()
  const other = await registerCaller(api, 'Other')
  const facts = `200 {"CreatorId":${number},"CreatorType":"User","PlaceVersion":1,"GameId":${id},"IsRobloxPlace":false}`
  const ask = async (place: string | number, query = '') => {
    const response = await api.ask(`/game/load-place-info${query}`, {
      method: 'POST',
      headers: { 'Roblox-Place-Id': String(place) },
    })
    return `${response.status} ${await response.text()}`
  }
  expect(await ask(id)).toBe(facts)
  await setPrivate(1)
  expect(await ask(id)).toBe('404 Place not found')
  expect(await ask(id, `?ticket=${serverTicket}`)).toBe(facts)
  expect(await ask(id, `?ticket=${'x'.repeat(32)}`)).toBe('400 Invalid Server ticket')
  expect(await ask(id + 1, `?ticket=${serverTicket}`)).toBe('404 Place not found')
  const rows = ['/Game/LoadPlaceInfo.ashx', '/Game/PlaceSpecificScript.ashx'].flatMap((path) =>
    [undefined, other].map(
      (caller?: Caller): Row => [`${path}?PlaceId=${id}`, '404 Place not found', caller],
    ),
  )
  await expectAnswers(api, [
    ...rows,
    ['/Game/LoadPlaceInfo.ashx?PlaceId=x', '404 Place not found'],
    ['/game/load-place-info', '400 Invalid Request', undefined, ''],
  ])
})
