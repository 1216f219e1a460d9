import { setTimeout as sleep } from 'node:timers/promises'
import { behindProxy } from '../client-addresses.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedGameSessions } from '../seed.ts'
import type { Person } from '../swarm/player.ts'
import { seedPlayers, startPlayers } from '../swarm/start.ts'
import type { Summary } from '../swarm/tally.ts'

export interface Swarm {
  players: number
  places: number
  /** Measured seconds, after the first heartbeat of every player. */
  seconds: number
}

/** Simulates players who send a heartbeat every 15 seconds and join their game again every ten minutes. */
export async function swarm({ players, places, seconds }: Swarm): Promise<Measurement[]> {
  const people: Person[] = []
  const product = await startProduct(async (platform) => {
    people.push(...(await seedPlayers(platform, players, places)))
    await seedGameSessions(platform, people)
    // All players connect from this machine, and a single client may not open as many connections.
  }, behindProxy)
  const playing = await startPlayers(people)
  try {
    await playing.use([product.baseUrl], players)
    playing.clear()
    const before = await product.site.cpuSeconds()
    await sleep(seconds * 1000)
    const cores = ((await product.site.cpuSeconds()) - before) / seconds
    return measurementsOf(`${players.toLocaleString('en')} players`, cores, seconds, await playing.summary())
  } finally {
    await playing.stop()
    await product.stop()
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
      against: failed ? `${failed[0]}: ${failed[1].usualError}` : `in ${seconds} s`,
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
