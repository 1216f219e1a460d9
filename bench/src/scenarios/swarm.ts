import { setTimeout as sleep } from 'node:timers/promises'
import { figure, type Measurement } from '../measurement.ts'
import { type Person, seedPlayers, startPlayers } from '../players.ts'
import { startProduct } from '../product.ts'
import { seedGameSessions } from '../seed.ts'

export interface Swarm {
  players: number
  places: number
  /** Measured seconds, after the first heartbeat of every player. */
  seconds: number
}

/** Simulates players who send a heartbeat every 15 seconds and join their game again every ten minutes. */
export async function swarm({ players, places, seconds }: Swarm): Promise<Measurement[]> {
  let people: Person[] = []
  await using product = await startProduct(async (platform) => {
    people = await seedPlayers(platform, players, places)
    await seedGameSessions(platform, people)
  })
  using playing = startPlayers(people)
  await playing.use([product.baseUrl], players)
  playing.clear()
  const before = await product.site.cpuSeconds()
  await sleep(seconds * 1000)
  const percent = (((await product.site.cpuSeconds()) - before) / seconds) * 100
  const kinds = Object.entries(playing.summary())
  const of = `${players.toLocaleString('en')} players`
  const errors = kinds.reduce((sum, [, kind]) => sum + kind.errors, 0)
  const firstError = kinds.find(([, kind]) => kind.errors > 0)?.[1].firstError ?? `in ${seconds} s`
  return [
    figure(`${of}: errors`, errors, 'errors', firstError, { target: { atMost: 0 } }),
    figure(`${of}: cores of the site`, percent, '% of a core', 'limit', { target: { atMost: 60 } }),
    ...kinds.map(([kind, { answers, p50Ms, p99Ms }]) => {
      const against = `median ${p50Ms.toFixed(1)} ms, ${(answers / seconds).toFixed(0)} a second`
      return figure(`${of}: ${kind}, p99`, p99Ms, 'ms', against, {
        ...(kind === 'presence' && { target: { atMost: 50 } }),
      })
    }),
  ]
}
