import { numbersOf, updatePrivacy as updateSharing, viewPrivacy } from '@baseplate/platform/accounts/door'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import {
  archivePlace,
  joinOrWait,
  joinPlace,
  publishPlace,
  redeemTicket,
  updatePrivacy,
  viewPlaceSettings,
} from '@baseplate/platform/places/door'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { startFakeOrchestrator } from '@baseplate/platform/testing/orchestrator'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { jobIdOf } from '../../game/job-id.ts'
import { makePlace, startClientApi, storePlaceFile } from '../../testing/client-api.ts'

async function start(config: ConfigInput = {}) {
  const api = await startClientApi(config)
  const { platform, ask } = api
  const place = await makePlace(platform)
  const player = await registerPerson(platform, 'Player')
  const cookieOf = async (actor: Actor) =>
    `session=${await createSession(platform.db, actor.id, device, platform.now())}`
  const cookie = await cookieOf(player)
  const launch = async (query: string, headers: Record<string, string> = { cookie }) => {
    const response = await ask(`/Game/PlaceLauncher.ashx?${query}`, { headers })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return (await response.json()) as Record<string, string>
  }
  const tickets = () => platform.db.selectFrom('playing_records').select('ticket').execute()
  return { ...api, ...place, player, cookie, cookieOf, launch, tickets }
}

test('gives the script of a game whose server its owner hosts, and the same ticket until it is used', async () => {
  const { ask, baseUrl, id, launch, tickets } = await start()
  const query = `request=RequestGame&placeId=${id}&isPartyLeader=false&gender=`
  const launched = await launch(query)
  expect(launched).toEqual({
    jobId: jobIdOf(id),
    status: 2,
    joinScriptUrl: expect.stringMatching(/\/Game\/Join\.ashx\?ticket=[a-z0-9]{24}$/),
    authenticationUrl: `${baseUrl}/Login/Negotiate.ashx`,
    authenticationTicket: expect.stringMatching(/^[\w-]{43}$/),
    message: null,
  })
  const again = await launch(query)
  expect(again.joinScriptUrl).toBe(launched.joinScriptUrl)
  expect(await tickets()).toHaveLength(1)
  const script = await ask(launched.joinScriptUrl?.slice(baseUrl.length) ?? '')
  expect(await script.text()).toContain(`${id}`)
  expect((await launch(query)).joinScriptUrl, 'the ticket was used').not.toBe(launched.joinScriptUrl)
})

test('starts a stopped server once, and joins when it is ready', async () => {
  const orchestrator = await startFakeOrchestrator()
  const { platform, maker, id, launch, tickets } = await start({
    Gameservers: { Hosting: 'Dedicated' },
    Orchestrator: { PrivateURL: orchestrator.url },
  })
  await storePlaceFile(platform, maker, id, Buffer.from('<roblox/>'))
  const query = `request=RequestGame&placeId=${id}`
  const starting = {
    jobId: jobIdOf(id),
    status: 0,
    joinScriptUrl: null,
    message: 'The game server is starting',
  }
  expect(await launch(query)).toMatchObject(starting)
  expect(await launch(query)).toMatchObject(starting)
  expect(await launch(`request=CheckGameJobStatus&jobId=${jobIdOf(id)}`)).toMatchObject(starting)
  expect(orchestrator.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(1)
  expect(await tickets()).toEqual([])
  orchestrator.servers.set(id, { state: 'ready', port: 20_001 })
  expect(await launch(`request=CheckGameJobStatus&jobId=${jobIdOf(id)}`)).toMatchObject({ status: 2 })
})

test('reports a server that has failed, and starts it again after half a minute', async () => {
  const orchestrator = await startFakeOrchestrator()
  const { platform, maker, id, launch } = await start({
    Gameservers: { Hosting: 'Dedicated' },
    Orchestrator: { PrivateURL: orchestrator.url },
  })
  await storePlaceFile(platform, maker, id, Buffer.from('<roblox/>'))
  orchestrator.servers.set(id, { state: 'failed', since: platform.now(), reason: 'broken' })
  const query = `request=RequestGame&placeId=${id}`
  expect(await launch(query)).toMatchObject({ status: 4, message: 'Failed to start dedicated server' })
  platform.pass(30_000)
  expect(await launch(query)).toMatchObject({ status: 0 })
  orchestrator.servers.delete(id)
  expect(await launch(`request=RequestGameJob&jobId=${jobIdOf(id)}`)).toMatchObject({ status: 5 })
})

test('lets players of a full game wait in line without a limit on joins', async () => {
  const { platform, maker, id, cookieOf, launch } = await start({ Limits: { JoinsPerHour: 2 } })
  await platform.db.updateTable('places').set({ max_players: 1 }).where('id', '=', id).execute()
  await joinPlace(platform, maker, { id })
  const query = `request=RequestGame&placeId=${id}`
  for (let asked = 0; asked < 4; asked++) {
    const waiting = { status: 1, joinScriptUrl: null, message: 'The game is full. Position in line: 1' }
    expect(await launch(query)).toMatchObject(waiting)
  }
  platform.pass(1)
  const late = await registerPerson(platform, 'Late')
  expect(await launch(query, { cookie: await cookieOf(late) })).toMatchObject({
    status: 1,
    message: 'The game is full. Position in line: 2',
  })
  platform.pass(61_000)
  expect(await launch(query)).toMatchObject({ status: 2 })
})

test.each([
  ['nobody', 0, 1],
  ['as many players as there are seats', 2, 1],
  ['more players than there are seats', 3, 6],
])('answers for a full game in whose line %s wait', async (_, waiting, status) => {
  const { platform, maker, player, id, launch, cookieOf } = await start()
  await platform.db.updateTable('places').set({ max_players: 2 }).where('id', '=', id).execute()
  for (const playing of [maker, await registerPerson(platform, 'Other')])
    await redeemTicket(platform, (await joinPlace(platform, playing, { id })).ticket, undefined)
  for (let at = 0; at < waiting; at++) {
    await joinOrWait(platform, await registerPerson(platform, `Waiting${at}`), { id })
    platform.pass(1)
  }
  const launched = await launch(`request=RequestGame&placeId=${id}`)
  expect(launched).toMatchObject({ status, joinScriptUrl: null, message: expect.stringContaining('full') })
  const lineOf = () => platform.db.selectFrom('place_line').select('user_id').where('user_id', '=', player.id)
  expect(await lineOf().execute()).toHaveLength(status === 6 ? 0 : 1)
  const first = await launch(`request=RequestGame&placeId=${id}`, { cookie: await cookieOf(player) })
  expect(first.status, 'asked again').toBe(status)
})

test('follows a player into the game, as far as the player shares it', async () => {
  const { platform, maker, id, launch } = await start()
  await publishPlace(platform, maker, { id })
  const share = async (joinable: string) =>
    updateSharing(platform, maker, { ...(await viewPrivacy(platform, maker)), joinable })
  await share('Everybody')
  const number = (await numbersOf(platform.db, [maker.id])).get(maker.id)
  const query = `request=RequestFollowUser&userId=${number}`
  expect(await launch(query)).toMatchObject({ status: 10 })
  await redeemTicket(platform, (await joinPlace(platform, maker, { id })).ticket, undefined)
  expect(await launch(query)).toMatchObject({ status: 2, jobId: jobIdOf(id) })
  await share('Nobody')
  expect(await launch(query)).toMatchObject({ status: 10 })
})

test('a private game needs its code, and looks like one that does not exist', async () => {
  const { platform, maker, id, launch } = await start()
  await updatePrivacy(platform, maker, { id, privateServer: 'on' })
  const { privateTicket } = await viewPlaceSettings(platform, maker, { id })
  const [hidden, unknown] = [
    await launch(`request=RequestGame&placeId=${id}`),
    await launch('request=RequestGame&placeId=5'),
  ]
  expect(hidden).toEqual(unknown)
  expect(hidden).toMatchObject({ status: 4, message: 'Place not found' })
  const withCode = (code: string) => launch(`request=RequestPrivateGame&placeId=${id}&linkCode=${code}`)
  expect(await withCode('wrong')).toMatchObject({ status: 11 })
  expect(await withCode(privateTicket)).toMatchObject({ status: 2 })
})

test.each([
  ['', 4],
  ['request=RequestGame', 4],
  ['request=RequestGame&placeId=0', 4],
  ['request=RequestGame&placeId=1e9', 4],
  ['request=Nothing&placeId=5', 4],
  ['request=RequestGameJob&jobId=x', 5],
  ['request=CheckGameJobStatus', 5],
  ['request=RequestFollowUser&userId=99999999999', 10],
])('answers %s with status %i, and joins nothing', async (query, status) => {
  const { launch, tickets } = await start()
  expect(await launch(query)).toMatchObject({ status, joinScriptUrl: null, authenticationTicket: null })
  expect(await tickets()).toEqual([])
})

test('an archived game is disabled, and players without a session are not admitted', async () => {
  const { platform, maker, id, launch } = await start()
  const query = `request=RequestGame&placeId=${id}`
  expect(await launch(query, {})).toMatchObject({ status: 12, message: 'Sign in first' })
  await archivePlace(platform, maker, { id })
  expect(await launch(query)).toMatchObject({ status: 3 })
})

test('a page of another site joins no game', async () => {
  const { ask, cookie, id, tickets } = await start()
  const headers = { cookie, 'sec-fetch-site': 'cross-site' }
  const response = await ask(`/Game/PlaceLauncher.ashx?request=RequestGame&placeId=${id}`, { headers })
  expect(response.status).toBe(403)
  expect(await tickets()).toEqual([])
})
