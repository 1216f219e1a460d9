import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Connection, seedConnections } from '../connections.ts'
import { figure, type Measurement, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { startProduct } from '../product.ts'
import { seedCrowd } from '../seed.ts'

const players = 20_000
const heartbeatSeconds = 15
const saveSeconds = 60
const seconds = 20
const value = JSON.stringify({ coins: 1, items: 'x'.repeat(2_000) })

/** Measures the saves of 20,000 players, who each save 2 KB a minute, beside their heartbeats, and the heartbeats with and without. */
export async function saves(): Promise<Measurement[]> {
  let tickets: string[] = []
  let playing: Connection[] = []
  await using product = await startProduct(async (platform) => {
    tickets = await seedCrowd(platform, 1_000, 'playing')
    playing = await seedConnections(platform, players, 'playing')
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let failed = 0
  const send = async (
    path: string,
    sent: { method?: string; headers: Record<string, string>; body?: string },
  ) => {
    const started = performance.now()
    const { body, ...options } = sent
    const asked = request(`${product.baseUrl}${path}`, { agent, ...options })
    asked.end(body)
    try {
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      await text(response)
      if (response.statusCode !== 200) failed++
    } catch {
      failed++
    }
    return performance.now() - started
  }
  const heartbeat = (at: number) =>
    send(`/game/clientpresence?ticket=${tickets[at % tickets.length]}`, {
      headers: { 'User-Agent': 'Client/WinInet' },
    })
  const save = (at: number) => {
    const { number, server } = playing[at % playing.length] ?? { number: 0, server: '' }
    const headers = { AccessKey: server, 'Content-Length': String(value.length) }
    return send(`/api/server/data/progress/player/${number}`, { method: 'PUT', headers, body: value })
  }
  const heartbeats = () =>
    paced(players / heartbeatSeconds, seconds, heartbeat).then((all) => Promise.all(all))
  const during = async <T>(work: () => Promise<T>) => {
    const before = await product.site.cpuSeconds()
    const result = await work()
    return { result, cores: ((await product.site.cpuSeconds()) - before) / seconds }
  }
  const alone = await during(heartbeats)
  const both = await during(() =>
    Promise.all([heartbeats(), paced(players / saveSeconds, seconds, save).then((all) => Promise.all(all))]),
  )
  agent.destroy()
  return results(alone, both, failed)
}

interface During<Result> {
  result: Result
  cores: number
}

function results(
  alone: During<number[]>,
  both: During<[beating: number[], saving: number[]]>,
  failed: number,
): Measurement[] {
  const [beating, saving] = both.result
  const name = `saves of 2 KB, ${players.toLocaleString('en')} players every ${saveSeconds} s`
  return [
    figure(`${name}, cores with heartbeats`, both.cores, 'cores', 'limit', { target: { atMost: 1 } }),
    figure(`${name}, p99`, percentile(saving, 99), 'ms', 'limit', { target: { atMost: 50 } }),
    figure(
      'client presence beside saves, p99',
      percentile(beating, 99),
      'ms',
      'presence alone in the same run',
      {
        peer: percentile(alone.result, 99),
      },
    ),
    figure('requests without success', failed, '', 'limit', { target: { atMost: 0 } }),
    figure('client presence alone, cores', alone.cores, 'cores', 'for information'),
  ]
}
