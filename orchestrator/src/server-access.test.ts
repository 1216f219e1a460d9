import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { options, startOrchestrator } from './testing/orchestrator.ts'

/** Test files run at the same time, so each has its own range of ports. */
let nextPlace = 400_022_000 + Math.floor(Math.random() * 500)

/** Starts a site that serves scripts, and an orchestrator whose servers are given these files. */
async function startWithSite(serveScript: RequestListener, files: readonly string[]) {
  const site = createServer(serveScript).listen(0, '127.0.0.1')
  onTestFinished(() => void site.close())
  await once(site, 'listening')
  const siteUrl = `http://127.0.0.1:${Object(site.address()).port}`
  const command = [...options().command, ...files]
  return { siteUrl, place: nextPlace++, ...(await startOrchestrator(undefined, { siteUrl, command })) }
}

test('gives a server its ticket through its environment or a file, and never on its command line', async () => {
  const asked: string[] = []
  const { client, directory, place, siteUrl } = await startWithSite(
    (request, response) => {
      asked.push(request.url ?? '')
      response.end('--rbxsig%x%\nprint(1)')
    },
    ['{scriptFile}', '{ticketFile}'],
  )
  const ticket = 't'.repeat(32)
  const serveUrl = `${siteUrl}/game/${place}/serve`
  const body = { serveUrl, run: 'run1', ticket }
  const { pid, port, run } = JSON.parse((await client.ask('PUT', `/${place}`, body)).slice(4))
  expect(run).toBe('run1')
  expect(asked).toEqual([`/game/${place}/serve?ticket=${ticket}&port=${port}`])
  const folder = `${directory}/servers/${place}/access`
  const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  expect(argv.slice(-4, -1)).toEqual([serveUrl, `${folder}/scriptFile`, `${folder}/ticketFile`])
  expect(argv.join()).not.toContain(ticket)
  expect(readFileSync(`${folder}/scriptFile`, 'utf8')).toBe('--rbxsig%x%\nprint(1)')
  expect(readFileSync(`${folder}/ticketFile`, 'utf8')).toBe(ticket)
  await client.until(place, 'ready')
  const { env } = JSON.parse((await client.ask('GET', `/${place}/log`)).split('\n')[1] ?? '')
  expect(env).toMatchObject({
    BASEPLATE_TICKET: ticket,
    BASEPLATE_SERVE_URL: `${serveUrl}?ticket=${ticket}&port=${port}`,
  })
  await client.stop(place)
  expect(existsSync(folder)).toBe(false)
})

test('does not start a server whose script the site refuses', async () => {
  const { client, place, processes } = await startWithSite(
    (_request, response) => response.writeHead(403).end('A key is required'),
    ['{scriptFile}'],
  )
  expect(await client.ask('PUT', `/${place}`)).toBe(
    `500 the server of place ${place} cannot be started: the site refused its script: 403 A key is required`,
  )
  expect(await client.status(place)).toMatchObject({ state: 'failed', reason: 'it could not be started' })
  expect(processes()).toEqual([])
})

test('tells a server about its place, and heads its log with the version', async () => {
  const { client, place } = await startWithSite((_request, response) => response.end(), [])
  const placeName = 'Zoë\'s "tower"\n\t$(id) {port} — of more than 21 characters'
  const baseUrl = 'https://site.example'
  await client.ask('PUT', `/${place}`, { baseUrl, placeName, maxPlayers: 12, placeVersion: 3 })
  await client.until(place, 'ready')
  const [heading = '', line = ''] = (await client.ask('GET', `/${place}/log`)).split('\n')
  expect(heading).toMatch(/ place \d+, port \d+, version 3$/)
  expect(JSON.parse(line).env).toMatchObject({
    BASEPLATE_URL: baseUrl,
    BASEPLATE_PLACE_ID: String(place),
    BASEPLATE_PLACE_NAME: placeName,
    BASEPLATE_MAX_PLAYERS: '12',
    BASEPLATE_PLACE_VERSION: '3',
    BASEPLATE_SILENT_SECONDS: '60',
  })
})
