import { createMigratedDatabase } from '@baseplate/platform/testing/platforms'
import { costOf, countStatements } from '@baseplate/platform/testing/statements'
import { expect, onTestFinished, test } from 'vitest'
import { clientAgent, makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'

/** Enough requests to outnumber the statements of background jobs. */
const requests = 20

/** Returns a function that makes requests of a game client. */
const clientOf = (baseUrl: string) => (path: string) => async () => {
  const response = await fetch(`${baseUrl}${path}`, { headers: clientAgent })
  expect([path, response.status]).toEqual([path, 200])
  await response.arrayBuffer()
}

// A server from TEST_DATABASE_URL may lack the library that counts statements.
const isOwn = process.env.TEST_DATABASE_URL !== undefined

test.skipIf(isOwn)('frequent requests send a fixed number of statements to PostgreSQL', async () => {
  const { url, drop } = await createMigratedDatabase()
  const counter = await countStatements(url)
  const product = await startProduct({ DATABASE_URL: url })
  onTestFinished(async () => {
    await product.stop()
    await counter.close()
    await drop()
  })
  const maker = await register(product.baseUrl, 'Maker')
  const player = await register(product.baseUrl, 'Player_2')
  const place = await makePlace(maker, 'A place')
  const page = (path: string) => async () => {
    expect([path, (await player.get(path, 'text/html')).status]).toEqual([path, 200])
  }
  const client = clientOf(product.baseUrl)
  let ticket = ''
  const play = async () => {
    const response = await player.post(`${place.path}?/join`)
    ticket = ((await response.json()) as { ticket: string }).ticket
  }
  const statementsOf = async (request: () => Promise<void>, counts = /./): Promise<number> => {
    for (let at = 0; at < 3; at++) await request()
    await counter.reset()
    for (let at = 0; at < requests; at++) await request()
    const executed = (await counter.read()).filter(({ text }) => counts.test(text))
    return costOf(executed, requests).statements
  }
  const playAndJoin = async () => {
    await play()
    await client(`/game/join?ticket=${ticket}`)()
  }
  const counted = {
    characterfetch: await statementsOf(client('/asset/characterfetch/Maker')),
    games: await statementsOf(page('/games')),
    place: await statementsOf(page(place.path)),
    home: await statementsOf(page('/home')),
    catalog: await statementsOf(page('/catalog')),
    profile: await statementsOf(page('/user/Maker')),
    notifications: await statementsOf(page('/notifications')),
    play: await statementsOf(play),
    // Other statements record visits after the response, once for all simultaneous joins.
    join: await statementsOf(playAndJoin, /set started = |"account_number"/),
    presence: await statementsOf(() => client(`/game/clientpresence?ticket=${ticket}`)(), /playing_records/),
  }
  expect(counted).toEqual({
    characterfetch: 1,
    games: 4,
    // One of them reads whether the owner takes comments from the viewer.
    place: 12,
    // One of them looks for new games, because too few games have been played to fill the page.
    home: 11,
    catalog: 4,
    profile: 13,
    notifications: 4,
    play: 10,
    join: 2,
    presence: 0,
  })
})
