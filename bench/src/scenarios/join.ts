import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { load, medianTurn } from '../load.ts'
import { figure, type Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedCrowd } from '../seed.ts'

const run = promisify(execFile)

/**
 * Returns how many texts the machine signs in a second on this many cores at once. Two logical cores of one processor are slower
 * together than one of them alone.
 */
async function signaturesPerSecond(cores: number): Promise<number> {
  const { stdout } = await run('openssl', ['speed', '-seconds', '3', '-multi', String(cores), 'rsa2048'])
  return Number(/^rsa 2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(stdout)?.[1])
}

/** More than can join in the measured time, so that no ticket is used twice. */
const players = 80_000
/** Time until the compiler has settled. Its threads would add to the processor time of the joins. */
const warmUpSeconds = 4
const seconds = 8

/**
 * Measures joins with tickets. Each script is signed, so the machine's RSA-2048 rate per core is the limit, scaled by
 * the processor time that the site used.
 */
export async function join(): Promise<Measurement[]> {
  const signaturesPerCoreSecond = (await signaturesPerSecond(availableParallelism())) / availableParallelism()
  let tickets: string[] = []
  await using product = await startProduct(async (platform) => {
    tickets = await seedCrowd(platform, players, 'issued')
  })
  const joinWith = (some: readonly string[], forSeconds: number) => {
    const paths = some.map((ticket) => `/game/join?ticket=${ticket}`)
    return load({ url: product.baseUrl, connections: 64, seconds: forSeconds, paths })
  }
  await joinWith(tickets.slice(0, players / 2), warmUpSeconds)
  const before = await product.site.cpuSeconds()
  const { requestsPerSecond } = medianTurn([await joinWith(tickets.slice(players / 2), seconds)])
  const cores = Math.min(((await product.site.cpuSeconds()) - before) / seconds, availableParallelism())
  const against = `openssl RSA-2048 x ${cores.toFixed(2)} cores used`
  return [
    figure('join with a ticket, signed', requestsPerSecond, 'joins/s', against, {
      peer: signaturesPerCoreSecond * cores,
      target: { atLeastShare: 0.7 },
    }),
  ]
}
