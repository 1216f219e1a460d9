import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedPlaces, seedSessions, seedTickets, seedUsers } from '../seed.ts'
import type { Person } from '../swarm/player.ts'
import type { Summary } from '../swarm/tally.ts'

/**
 * Trusts this machine as a proxy. All players connect from it, and a single client may not open as many connections.
 */
const manyClients = { BASEPLATE_CONFIG: resolve(import.meta.dirname, '../behind-proxy.config.ts') }

export interface Swarm {
  players: number
  places: number
  /** Measured seconds, after every player has pinged once. */
  seconds: number
}

/** Simulates players who ping every 15 seconds and join another game every ten minutes, as clients and launchers do. */
export async function swarm({ players, places, seconds }: Swarm): Promise<Measurement[]> {
  const people: Person[] = []
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, players)
    const cookies = await seedSessions(platform, users)
    const ids = await seedPlaces(platform, users[0] ?? '', places)
    const each = Math.ceil(players / places)
    for (const [index, placeId] of ids.entries()) {
      const [from, to] = [index * each, (index + 1) * each]
      const tickets = await seedTickets(platform, users.slice(from, to), placeId, 'playing')
      for (const [at, ticket] of tickets.entries()) {
        people.push({ cookie: cookies[from + at] ?? '', placeId, ticket })
      }
    }
  }, manyClients)
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  const file = join(folder, 'people.json')
  await writeFile(file, JSON.stringify(people))
  const generator = startGenerator(product.baseUrl, file)
  try {
    await generator.line()
    generator.signal()
    const before = await product.site.cpuSeconds()
    await sleep(seconds * 1000)
    const cores = ((await product.site.cpuSeconds()) - before) / seconds
    generator.signal()
    const summary = JSON.parse(await generator.line()) as Record<string, Summary>
    return measurementsOf(`${players.toLocaleString('en')} players`, cores, seconds, summary)
  } finally {
    generator.stop()
    await product.stop()
    await rm(folder, { recursive: true })
  }
}

function measurementsOf(
  players: string,
  cores: number,
  seconds: number,
  summary: Record<string, Summary>,
): Measurement[] {
  const kinds = Object.entries(summary)
  const failed = kinds.find(([, { errors }]) => errors > 0)
  return [
    {
      name: `${players}: errors`,
      value: kinds.reduce((sum, [, { errors }]) => sum + errors, 0),
      unit: 'errors',
      against: failed ? `${failed[0]}: ${failed[1].firstError}` : `in ${seconds} s`,
      target: { atMost: 0 },
    },
    {
      name: `${players}: cores of the site`,
      value: cores * 100,
      unit: '% of a core',
      against: 'limit',
      target: { atMost: 60 },
    },
    ...kinds.map(([what, { answers, p50Ms, p99Ms }]) => ({
      name: `${players}: ${what}, p99`,
      value: p99Ms,
      unit: 'ms',
      against: `median ${p50Ms.toFixed(1)} ms, ${(answers / seconds).toFixed(0)} a second`,
      ...(what === 'presence' && { target: { atMost: 50 } }),
    })),
  ]
}

/** Starts the load in a process of its own. Returns how to read its lines and to send it commands. */
function startGenerator(baseUrl: string, file: string) {
  const script = join(import.meta.dirname, '../swarm/generator.ts')
  const child: ChildProcess = spawn(process.execPath, [script, baseUrl, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('the generator has no output')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async line(): Promise<string> {
      const { done, value } = await lines.next()
      if (done) throw new Error('the generator ended')
      return value
    },
    signal: () => child.stdin?.write('\n'),
    stop: () => child.kill(),
  }
}
