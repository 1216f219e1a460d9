import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { load } from '../load.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedPlaces, seedTickets, seedUsers } from '../seed.ts'

const run = promisify(execFile)

/** More than can join in the measured time, so that no ticket is used twice. */
const players = 80_000
/** Time until the compiler has settled. Its threads would add to the processor time of the joins. */
const warmUpSeconds = 4
const seconds = 8
const connections = 64

/**
 * Measures joins with tickets. Each script is signed, so the machine's RSA-2048 rate per core is the limit, scaled by
 * the processor time that the site used.
 */
export async function join(): Promise<Measurement[]> {
  const { stdout } = await run('openssl', ['speed', '-seconds', '3', 'rsa2048'])
  const signaturesPerCoreSecond = Number(/^rsa 2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(stdout)?.[1])
  let tickets: string[] = []
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, players)
    const [place = 0] = await seedPlaces(platform, users[0] ?? '', 1)
    tickets = await seedTickets(platform, users, place, 'issued')
  })
  const joinWith = (some: readonly string[], forSeconds: number) =>
    load({
      url: `${product.baseUrl}/game/join`,
      connections,
      seconds: forSeconds,
      queries: some.map((ticket) => `ticket=${ticket}`),
    })
  try {
    await joinWith(tickets.slice(0, players / 2), warmUpSeconds)
    const before = await product.site.cpuSeconds()
    const { requestsPerSecond, errors } = await joinWith(tickets.slice(players / 2), seconds)
    if (errors > 0) throw new Error(`${errors} joins failed`)
    const cores = Math.min(((await product.site.cpuSeconds()) - before) / seconds, availableParallelism())
    return [
      {
        name: 'join with a ticket, signed',
        value: requestsPerSecond,
        unit: 'joins/s',
        against: `openssl RSA-2048 x ${cores.toFixed(2)} cores used`,
        peer: signaturesPerCoreSecond * cores,
        target: { atLeastShare: 0.7 },
      },
    ]
  } finally {
    await product.stop()
  }
}
