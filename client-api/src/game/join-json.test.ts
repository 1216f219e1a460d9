import { createPublicKey, verify } from 'node:crypto'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { updateNetwork } from '@baseplate/platform/places/settings'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'
import { jobIdOf, placeOfJob } from './job-id.ts'

async function startWithJson() {
  const api = await startClientApi({ Client: { JoinScript: 'json' } })
  const read = async (path: string) => {
    const response = await api.ask(path)
    const text = await response.text()
    return JSON.parse(openSigned(text, { publicKey: api.publicKey }))
  }
  return { ...api, read }
}

test('a JSON join script names the player, the server and the address of heartbeats', async () => {
  const { platform, baseUrl, ask, read } = await startWithJson()
  const { maker, id } = await makePlace(platform)
  const network = { dedicated: 'off', serverAddress: 'play.example.org', serverPort: '2000', maxPlayers: '9' }
  await updateNetwork(platform, maker, { id, ...network })
  const player = await registerPerson(platform, 'Player_2')
  const { ticket } = await joinPlace(platform, player, { id })
  const joined = await read(`/Game/Join.ashx?ticket=${ticket}`)
  expect(joined).toMatchObject({
    MachineAddress: 'play.example.org',
    ServerPort: 2000,
    PlaceId: id,
    UserName: 'Player_2',
    UserId: expect.any(Number),
    MembershipType: 'None',
    CharacterAppearance: `${baseUrl}/asset/characterfetch/Player_2`,
    PingUrl: `${baseUrl}/game/clientpresence?ticket=${ticket}`,
    PingInterval: 15,
    GameId: jobIdOf(id),
    ChatStyle: 'ClassicAndBubble',
  })
  expect((await ask(`/Game/Join.ashx?ticket=${ticket}`)).status, 'the ticket is spent').toBe(400)
})

test('the two signatures of a client ticket cover the player, the appearance, the game and the time', async () => {
  const { platform, publicKey, read } = await startWithJson()
  const { maker, id } = await makePlace(platform)
  platform.pass(Date.UTC(2031, 0, 2, 15, 4, 5) - platform.now())
  const { ticket } = await joinPlace(platform, maker, { id })
  const joined = await read(`/game/join?ticket=${ticket}`)
  const { UserId, UserName, CharacterAppearance, GameId } = joined
  const [time, whole = '', short = ''] = joined.ClientTicket.split(';')
  expect(time).toBe('1/2/2031 3:04:05 PM')
  const isSigned = (fields: unknown[], signature: string) =>
    verify(
      'sha1',
      Buffer.from(fields.join('\n')),
      createPublicKey(publicKey),
      Buffer.from(signature, 'base64'),
    )
  expect(isSigned([UserId, UserName, CharacterAppearance, GameId, time], whole)).toBe(true)
  expect(isSigned([UserId, GameId, time], short)).toBe(true)
})

test('a JSON join script without a ticket joins a local test server', async () => {
  const { read } = await startWithJson()
  expect(await read('/game/join')).toMatchObject({
    PlaceId: 0,
    MachineAddress: 'localhost',
    ServerPort: 53_640,
    UserName: 'Player1',
    PingUrl: '',
  })
})

test('the id of a job leads back to its place', () => {
  expect(placeOfJob(jobIdOf(123_456_789))).toBe(123_456_789)
  expect(placeOfJob('0aac2a1c-0000-8000-8000-000123456789')).toBeUndefined()
  expect(placeOfJob('')).toBeUndefined()
})
