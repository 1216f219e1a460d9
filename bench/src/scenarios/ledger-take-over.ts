import { setTimeout as delay } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '../../../e2e/support/tcp-proxy.ts'
import { writeLedger } from '../ledger-file.ts'
import { type LedgerService, ledgerDirectory } from '../ledger-service.ts'
import { type Measurement, median } from '../measurement.ts'
import { type ReplicatedLedger, startReplicatedLedger } from '../replicated-ledger.ts'

const members = 3
const accounts = 100

/** Time to wait for an answer. A paused process never answers. */
const patienceMs = 500

const betweenMs = 10

type Directory = Awaited<ReturnType<typeof ledgerDirectory>>

/** One of the economy processes. */
interface Member {
  directory: Directory
  service: LedgerService
  /** One to each PostgreSQL server. */
  proxies: readonly TcpProxy[]
  start: () => Promise<LedgerService>
}

/**
 * Measures the time from a fault to the next accepted payment. Writers are killed, paused or cut off from PostgreSQL,
 * and primaries are killed.
 */
export async function ledgerTakeOver(rounds: number): Promise<Measurement[]> {
  const ledger = await startReplicatedLedger()
  const running: Member[] = []
  try {
    for (let n = 0; n < members; n++) {
      const directory = await ledgerDirectory((file) => writeLedger(file, { events: accounts * 2, accounts }))
      if (n === 0) await ledger.fill(directory.directory)
      running.push(await startMember(ledger, directory))
    }
    const measured: Measurement[] = []
    for (const [name, inflict, atMost] of faults) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const writer = await accepting(running)
        // The standbys have to see the writer's renewals first, as they do between faults a minute apart.
        await delay(1_000)
        times.push(await inflict({ ledger, writer, running }))
      }
      const worst = Math.max(...times)
      const against = `worst of ${rounds} rounds ${(worst / 1000).toFixed(1)} s`
      measured.push({
        name: `take-over, ${name}`,
        value: median(times) / 1000,
        unit: 's',
        against,
        target: { atMost },
      })
    }
    return measured
  } finally {
    await Promise.all(running.map(({ service }) => service.stop()))
    await ledger.trio.stop()
    await Promise.all(running.map(({ directory }) => directory.remove()))
    await Promise.all(running.flatMap(({ proxies }) => proxies.map((proxy) => proxy.close())))
  }
}

async function startMember({ trio, urlOf }: ReplicatedLedger, directory: Directory): Promise<Member> {
  const proxies = await Promise.all(trio.ports.map((port) => startTcpProxy(`http://127.0.0.1:${port}`)))
  const start = () => directory.start({ LEDGER_URL: urlOf(proxies.map(({ port }) => port)) })
  return { directory, proxies, start, service: await start() }
}

interface Round {
  ledger: ReplicatedLedger
  writer: Member
  running: readonly Member[]
}

/** Each function inflicts a fault, mends it, and returns the milliseconds until a payment was accepted. */
const faults: [name: string, inflict: (round: Round) => Promise<number>, atMostSeconds: number][] = [
  ['writer killed', killed, 3],
  ['writer paused', paused, 10],
  ['writer cut off from PostgreSQL', cutOff, 10],
  ['primary killed and a standby promoted', primaryKilled, 10],
]

async function killed({ writer, running }: Round): Promise<number> {
  const start = performance.now()
  process.kill(writer.service.pid, 'SIGKILL')
  await accepting(running.filter((member) => member !== writer))
  const ms = performance.now() - start
  await writer.service.stop()
  writer.service = await writer.start()
  return ms
}

async function paused({ writer, running }: Round): Promise<number> {
  const start = performance.now()
  process.kill(writer.service.pid, 'SIGSTOP')
  try {
    await accepting(running.filter((member) => member !== writer))
    return performance.now() - start
  } finally {
    process.kill(writer.service.pid, 'SIGCONT')
  }
}

async function cutOff({ writer, running }: Round): Promise<number> {
  const start = performance.now()
  for (const proxy of writer.proxies) proxy.cut()
  try {
    await accepting(running.filter((member) => member !== writer))
    return performance.now() - start
  } finally {
    for (const proxy of writer.proxies) proxy.mend()
  }
}

async function primaryKilled({ ledger, running }: Round): Promise<number> {
  const start = performance.now()
  const mended = ledger.trio.failOver()
  // Payments are accepted until the primary is dead.
  while (await isAccepted(running)) await delay(betweenMs)
  await accepting(running)
  const ms = performance.now() - start
  await mended
  return ms
}

/** Returns the process that accepts a payment, as soon as there is one. */
async function accepting(candidates: readonly Member[]): Promise<Member> {
  for (;;) {
    for (const member of candidates) if (await accepts(member)) return member
    await delay(betweenMs)
  }
}

async function isAccepted(candidates: readonly Member[]): Promise<boolean> {
  const answers = await Promise.all(candidates.map(accepts))
  return answers.includes(true)
}

async function accepts({ service }: Member): Promise<boolean> {
  try {
    const response = await fetch(`${service.url}/mint`, {
      method: 'POST',
      body: JSON.stringify({ To: 'user:bench', Amount: 1, Note: 'Salary' }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return response.status === 200
  } catch {
    return false
  }
}
