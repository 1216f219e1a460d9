import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { OrchestratorFault, runOrchestrator } from '../main.ts'
import { type Behaviours, options, spawnOrchestrator, startOrchestrator } from '../testing/orchestrator.ts'
import { away, startSite } from '../testing/world-site.ts'

/** Test files run at the same time, so each has its own range of ports. */
let nextPlace = 400_040_000 + Math.floor(Math.random() * 1_000)

/** Returns options of an orchestrator that stores worlds. */
function storing(behaviours: Behaviours, siteUrl: string, intervalMs = 600_000) {
  const chosen = options(behaviours, { siteUrl })
  const snapshot = [process.execPath, join(import.meta.dirname, '../testing/snapshot.ts'), '{worldBytes}']
  return { ...chosen, worlds: { snapshot, bytesMax: 1_000, intervalMs } }
}

const patience = { timeout: 20_000 }
const ticket = 't'.repeat(32)

async function start(world: string, intervalMs?: number) {
  const site = await startSite()
  const chosen = storing({ default: { world } }, site.url, intervalMs)
  const place = nextPlace++
  const { client, directory } = await startOrchestrator({ default: { world } }, chosen)
  const play = async (letter = 't') => {
    await client.send('PUT', `/${place}`, { ticket: letter.repeat(32) })
    await client.until(place, 'ready')
    await expect
      .poll(() => readFileSync(join(directory, 'worlds.json'), 'utf8'), patience)
      .toContain('"unsaved": true')
  }
  const work = join(directory, 'servers', String(place), 'work')
  const notes = () => JSON.parse(readFileSync(join(directory, 'worlds.json'), 'utf8')).worlds
  return { site, client, place, directory, work, play, notes, chosen }
}

test('stores the world after each end, under the number that the server then continues', async () => {
  const { site, client, place, work, play, notes } = await start('a tower')
  await play()
  expect(site.asked).toEqual([])
  await client.stop(place)
  // The number is reserved before the server counts as stopped.
  expect(site.number).toBe(1)
  expect(readFileSync(join(work, 'world.json'), 'utf8')).toBe('{"number":1}')
  await expect.poll(() => site.stored, patience).toEqual(['1 stop a tower'])
  await expect.poll(notes, patience).toEqual([])
  await play('u')
  await client.stop(place)
  await expect.poll(() => site.stored, patience).toHaveLength(2)
  expect(site.asked).toEqual([
    `POST /game/${place}/world t after=0`,
    `PUT /game/${place}/world t number=1`,
    `POST /game/${place}/world u after=1`,
    `PUT /game/${place}/world u number=2`,
  ])
})

test('stores the world after a failure of the server', async () => {
  const { site, client, place, play } = await start('a crash')
  await play()
  process.kill((await client.status(place)).pid ?? 0, 'SIGKILL')
  await expect.poll(() => site.stored, patience).toEqual(['1 stop a crash'])
})

test('stores the world at intervals while there are players', async () => {
  const { site, client, place, play } = await start('in play', 300)
  await play()
  const report = (players: number) => client.send('POST', '/presence', [[place, { players }]])
  await report(0)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(site.stored).toEqual([])
  await report(1)
  await expect.poll(() => site.stored.length, patience).toBeGreaterThan(1)
  expect(site.stored[0]).toBe('1 interval in play')
})

test('sends the world of an ended server again until the site takes it', async () => {
  const { site, client, place, play, notes } = await start('late')
  await play()
  site.fault = away
  await client.stop(place)
  expect(notes()).toEqual([{ placeId: place, ticket, unsaved: true }])
  site.fault = (_request, response) => response.writeHead(503).end()
  await new Promise((resolve) => setTimeout(resolve, 500))
  site.fault = undefined
  await expect.poll(() => site.stored, patience).toEqual(['1 stop late'])
})

test('does not take its own world for an older one when the response is lost', async () => {
  const { site, client, place, play, work } = await start('lost')
  await play()
  site.fault = (request, response) => {
    site.fault = request.method === 'PUT' ? undefined : site.fault
    if (request.method === 'POST') response.end(JSON.stringify({ number: ++site.number }))
    // It is stored, and the connection breaks.
    else
      void text(request).then(
        () => response.destroy(),
        () => undefined,
      )
    if (request.method === 'PUT') site.current = site.number
  }
  await client.stop(place)
  await expect.poll(() => site.stored, patience).toEqual(['2 stop lost'])
  expect(readFileSync(join(work, 'world.json'), 'utf8')).toBe('{"number":2}')
})

test('gives up a world that the site refuses', async () => {
  const { site, client, place, play, notes } = await start('outdated')
  await play()
  site.current = 7
  await client.stop(place)
  await expect.poll(notes, patience).toEqual([])
  expect(site.stored).toEqual([])
  expect(site.asked).toHaveLength(1)
})

test('stores the world after the end of a server although the site refused one at an interval', async () => {
  const { site, client, place, play } = await start('in play', 300)
  await play()
  const refused = new Promise<void>((resolve) => {
    site.fault = (_request, response) => {
      response.writeHead(409).end('newer')
      resolve()
    }
  })
  await client.send('POST', '/presence', [[place, { players: 1 }]])
  await refused
  site.fault = undefined
  await client.stop(place)
  await expect.poll(() => site.stored.at(-1), patience).toContain('stop in play')
})

test.each([['broken world'], ['endless '], ['x'.repeat(1_001)]])(
  'stores nothing of a world that fails: %#',
  async (world) => {
    const { site, client, place, play, notes } = await start(world)
    await play()
    await client.stop(place)
    await expect.poll(notes, patience).toEqual([])
    expect(site.stored).toEqual([])
    expect(site.number).toBe(3)
  },
  30_000,
)

test('ends a transfer when the next server starts, whose world includes it', async () => {
  const { site, client, place, play, work } = await start('again')
  await play()
  site.fault = (request, response) => {
    if (request.method === 'POST') response.end(JSON.stringify({ number: ++site.number }))
    // A site that is very slow takes the body and does not answer.
  }
  await client.stop(place)
  site.fault = undefined
  await play('u')
  expect(site.stored).toEqual([])
  await client.stop(place)
  await expect.poll(() => site.stored, patience).toEqual(['2 stop again'])
  expect(readdirSync(work)).toContain('world.json')
})

test('continues after a crash of the orchestrator, with servers that run and worlds that wait', async () => {
  const site = await startSite()
  const chosen = storing({ default: { world: 'kept' } }, site.url)
  const [running, waiting] = [nextPlace++, nextPlace++]
  const first = await spawnOrchestrator(chosen)
  for (const place of [running, waiting]) {
    await first.client.send('PUT', `/${place}`, { ticket })
    await first.client.until(place, 'ready')
  }
  const notes = () => readFileSync(join(chosen.directory, 'worlds.json'), 'utf8')
  await expect.poll(() => notes().match(/"unsaved": true/g), patience).toHaveLength(2)
  site.fault = away
  await first.client.stop(waiting)
  await first.kill()
  site.fault = undefined
  const second = await spawnOrchestrator(chosen)
  await expect.poll(() => site.stored, patience).toEqual(['1 stop kept'])
  // The site of this test counts for one place.
  site.current = 0
  await second.client.until(running, 'ready')
  await second.client.stop(running)
  await expect.poll(() => site.stored, patience).toHaveLength(2)
  expect(site.asked.filter((line) => line.startsWith('PUT')).at(-1)).toContain(`/game/${running}/`)
}, 40_000)

test('writes its note over a link that the game has made, and reads no pipe', async () => {
  const { site, client, place, play, work, directory } = await start('hostile')
  await play()
  const secret = join(directory, 'secret')
  writeFileSync(secret, 'untouched')
  rmSync(join(work, 'world.json'), { force: true })
  symlinkSync(secret, join(work, 'world.json'))
  await client.stop(place)
  await expect.poll(() => site.stored, patience).toEqual(['1 stop hostile'])
  expect(readFileSync(secret, 'utf8')).toBe('untouched')
  await play('u')
  rmSync(join(work, 'world.json'))
  mkdirSync(join(work, 'world.json'))
  await client.stop(place)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(existsSync(join(work, 'world.json'))).toBe(true)
})

test('stores no world without a ticket, or of a server that was never ready', async () => {
  const { site, client, place, directory } = await start('none')
  await client.start(place)
  await client.until(place, 'ready')
  await client.stop(place)
  expect(site.asked).toEqual([])
  expect(existsSync(join(directory, 'worlds.json'))).toBe(false)
})

test('refuses to start when the program does not exist', async () => {
  const chosen = storing({ default: {} }, 'http://127.0.0.1:1')
  const worlds = { ...chosen.worlds, snapshot: ['/nowhere/snapshot'] }
  await expect(runOrchestrator({ ...chosen, worlds })).rejects.toThrow(OrchestratorFault)
})
