import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'

async function start() {
  const { platform, ask } = await startClientApi({ Players: { Verify: 'report' } })
  const { id, serverTicket } = await makePlace(platform)
  const player = await registerPerson(platform, 'Anna')
  const { ticket } = await joinPlace(platform, player, { id })
  const script = await (await ask(`/game/join?ticket=${ticket}`)).text()
  const number = Number(/userId, username, membership = (\d+)/.exec(script)?.[1])
  const key = /session=(\w+)/.exec(script)?.[1] ?? ''
  const send = async (body: string, AccessKey = serverTicket) => {
    const response = await ask('/api/server/bans', { method: 'POST', body, headers: { AccessKey } })
    return [response.status, await response.text()] as const
  }
  const verify = async () => {
    const response = await ask(`/game/verify?ticket=${serverTicket}&id=${number}&name=Anna&session=${key}`)
    return [response.status, await response.text()] as const
  }
  const report = async () => {
    const init = { method: 'POST', body: `[${number}]` }
    return (await ask(`/game/players?ticket=${serverTicket}`, init)).json()
  }
  const rejoin = () => joinPlace(platform, player, { id })
  return { number, send, verify, report, rejoin }
}

test.each([{}, { days: 2 }])('removes a player with %j, who reads the words of the game', async (days) => {
  const { number, send, verify, report } = await start()
  expect((await verify())[0]).toBe(200)
  const sent = await send(JSON.stringify({ number, reason: 'Rude', ...days }))
  expect(sent).toEqual([200, '{"username":"Anna"}'])
  expect(await report()).toMatchObject({ leave: [{ number, reason: 'kicked', text: 'Rude' }] })
  expect(await verify()).toEqual([403, 'Kicked from this game'])
})

test('lets a kicked player return, and a banned one not', async () => {
  const { number, send, rejoin } = await start()
  const body = { number, reason: 'Rude' }
  await send(JSON.stringify(body))
  await rejoin()
  const another = await start()
  await another.send(JSON.stringify({ ...body, number: another.number, days: 0 }))
  await expect(another.rejoin()).rejects.toMatchObject({ message: 'You are banned from this game: Rude' })
})

test.each([
  ['no JSON', 'days', 400, 'Invalid Request'],
  ['no reason', '{"number":1}', 400, expect.stringContaining('reason')],
  ['an unknown number', '{"number":1,"reason":"Rude"}', 404, expect.any(String)],
  ['a body that is too large', 'x'.repeat(256_001), 413, 'Too large'],
])('refuses %s, and changes nothing', async (_, body, status, message) => {
  const { send, verify } = await start()
  expect(await send(body)).toEqual([status, message])
  expect((await verify())[0]).toBe(200)
})

test('refuses an unknown ticket', async () => {
  const { number, send } = await start()
  const body = JSON.stringify({ number, reason: 'Rude' })
  expect(await send(body, 'z'.repeat(32))).toEqual([400, 'Invalid Server ticket'])
})
