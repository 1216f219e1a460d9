import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '../../../e2e/support/tcp-proxy.ts'
import {
  type LedgerService,
  ledgerDirectory,
  type ReplicatedLedger,
  startReplicatedLedger,
} from '../ledgers.ts'
import { figure, type Measurement, median, repeated } from '../measurement.ts'

const members = 3
const accounts = 100

/** Time to wait for an answer. A paused process never answers. */
const patienceMs = 500

const betweenMs = 10

/** One of the economy processes. */
interface Member {
  service: LedgerService
  /** One to each PostgreSQL server. */
  proxies: readonly TcpProxy[]
  start: () => Promise<LedgerService>
}

/** The writer of a moment, and the others. */
interface Round {
  ledger: ReplicatedLedger
  writer: Member
  others: readonly Member[]
}

/** A fault that is inflicted, and then mended. */
interface Fault {
  inflict: (round: Round) => unknown
  mend: (round: Round) => unknown
  atMostSeconds: number
}

/**
 * Measures the time from a fault to the next accepted payment. Writers are killed, paused or cut off from PostgreSQL,
 * and primaries are killed.
 */
export async function ledgerTakeOver(rounds: number): Promise<Measurement[]> {
  await using ledger = await startReplicatedLedger()
  await using ending = new AsyncDisposableStack()
  const running = await repeated(members, (number) => startMember(ledger, ending, number))
  const measured: Measurement[] = []
  const measure = async (name: string, atMost: number, timeOf: (round: Round) => Promise<number>) => {
    const times = await repeated(rounds, async () => {
      const writer = await accepting(running)
      // The standbys have to see the writer's renewals first, as they do between faults a minute apart.
      await sleep(1_000)
      return timeOf({ ledger, writer, others: running.filter((member) => member !== writer) })
    })
    const against = `worst of ${rounds} rounds ${(Math.max(...times) / 1000).toFixed(1)} s`
    measured.push(figure(`take-over, ${name}`, median(times) / 1000, 's', against, { target: { atMost } }))
  }
  for (const [name, fault] of Object.entries(faults))
    await measure(name, fault.atMostSeconds, (round) => timeOfFault(fault, round))
  await measure('primary killed and a standby promoted', 10, primaryKilled)
  return measured
}

async function startMember(
  { trio, urlOf, fill }: ReplicatedLedger,
  ending: AsyncDisposableStack,
  number: number,
): Promise<Member> {
  const directory = ending.use(await ledgerDirectory({ events: accounts * 2, accounts }))
  if (number === 0) await fill(directory)
  const proxies = await Promise.all(trio.ports.map((port) => startTcpProxy(`http://127.0.0.1:${port}`)))
  for (const proxy of proxies) ending.defer(() => proxy.close())
  const start = () => directory.start({ LEDGER_URL: urlOf(proxies.map(({ port }) => port)) })
  const member = { proxies, start, service: await start() }
  ending.defer(() => member.service[Symbol.asyncDispose]())
  return member
}

const faults: Record<string, Fault> = {
  'writer killed': {
    inflict: ({ writer }) => writer.service.kill(),
    mend: async ({ writer }) => {
      writer.service = await writer.start()
    },
    atMostSeconds: 3,
  },
  'writer paused': {
    inflict: ({ writer }) => process.kill(writer.service.pid, 'SIGSTOP'),
    mend: ({ writer }) => process.kill(writer.service.pid, 'SIGCONT'),
    atMostSeconds: 10,
  },
  'writer cut off from PostgreSQL': {
    inflict: ({ writer }) => writer.proxies.map((proxy) => proxy.cut()),
    mend: ({ writer }) => writer.proxies.map((proxy) => proxy.mend()),
    atMostSeconds: 10,
  },
}

/** Returns the milliseconds until another process accepts a payment. */
async function timeOfFault({ inflict, mend }: Fault, round: Round): Promise<number> {
  const start = performance.now()
  try {
    await inflict(round)
    await accepting(round.others)
    return performance.now() - start
  } finally {
    await mend(round)
  }
}

async function primaryKilled({ ledger, writer, others }: Round): Promise<number> {
  const all = [writer, ...others]
  const start = performance.now()
  const mended = ledger.trio.failOver()
  // Payments are accepted until the primary is dead.
  while ((await Promise.all(all.map(accepts))).includes(true)) await sleep(betweenMs)
  await accepting(all)
  const ms = performance.now() - start
  await mended
  return ms
}

/** Returns the process that accepts a payment, as soon as there is one. */
async function accepting(candidates: readonly Member[]): Promise<Member> {
  for (;;) {
    for (const member of candidates) if (await accepts(member)) return member
    await sleep(betweenMs)
  }
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
