import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Connection, seedConnections } from '../connections.ts'
import { load, medianTurn } from '../load.ts'
import { figure, type Measurement, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { startProduct } from '../product.ts'
import { seedCrowd } from '../seed.ts'

/** More than can be verified in the measured time and before it, so that no key is used twice. */
const newcomers = 120_000
const players = 20_000
const reportSeconds = 15
const seconds = 5
const headers = { 'User-Agent': 'Client/WinInet' }

/**
 * Measures verifications beside heartbeats, which are the most frequent request, and the reports of 2,000 game servers with 20,000
 * players every 15 seconds.
 */
export async function verification(): Promise<Measurement[]> {
  let tickets: string[] = []
  let arriving: Connection[] = []
  let playing: Connection[] = []
  await using product = await startProduct(async (platform) => {
    tickets = await seedCrowd(platform, 1_000, 'playing')
    arriving = await seedConnections(platform, newcomers, 'arriving')
    playing = await seedConnections(platform, players, 'playing')
  })
  const loadOn = (paths: readonly string[]) =>
    load({ url: product.baseUrl, connections: 64, seconds, headers, paths, pids: [product.site.pid] })
  const presencePaths = tickets.map((ticket) => `/game/clientpresence?ticket=${ticket}`)
  await loadOn(presencePaths)
  const presence = medianTurn([await loadOn(presencePaths)])
  const verifyPaths = arriving.map(verifyPath)
  // Heartbeats were measured on a process that has served them for a while, too.
  await loadOn(verifyPaths.slice(0, newcomers / 2))
  const verified = medianTurn([await loadOn(verifyPaths.slice(newcomers / 2))])
  const against = 'client presence in the same run'
  return [
    figure('/game/verify, processor time', verified.processorUs ?? Number.NaN, 'us', against, {
      ...(presence.processorUs !== undefined && { peer: presence.processorUs }),
      target: { atMostShare: 1.3 },
    }),
    ...(await measureReports(product, playing)),
  ]
}

const verifyPath = ({ server, number, username, key }: Connection) =>
  `/game/verify?ticket=${server}&id=${number}&name=${username}&session=${key}`

async function measureReports(
  { baseUrl, site }: Awaited<ReturnType<typeof startProduct>>,
  playing: readonly Connection[],
): Promise<Measurement[]> {
  const servers = [...Map.groupBy(playing, ({ server }) => server)]
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const report = async (at: number) => {
    const [server, connected] = servers[at % servers.length] ?? ['', []]
    const started = performance.now()
    const sent = request(`${baseUrl}/game/players?ticket=${server}`, { method: 'POST', agent, headers })
    sent.end(JSON.stringify(connected.map(({ number }) => number)))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await text(response)
    if (body !== '{"leave":[],"closing":false,"message":null}') throw new Error(body.slice(0, 100))
    times.push(performance.now() - started)
  }
  const before = await site.cpuSeconds()
  await Promise.all(await paced(servers.length / reportSeconds, reportSeconds, report))
  const cores = ((await site.cpuSeconds()) - before) / reportSeconds
  agent.destroy()
  const name = `/game/players, ${players.toLocaleString('en')} players every ${reportSeconds} s`
  return [
    figure(`${name}, cores`, cores, 'cores', 'limit', { target: { atMost: 0.5 } }),
    figure(`${name}, p99`, percentile(times, 99), 'ms', 'limit', { target: { atMost: 25 } }),
  ]
}
