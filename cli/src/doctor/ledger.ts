import type { LedgerPart } from '@baseplate/economy/contract'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import {
  type AskEconomy,
  askForLedger,
  createAskEconomy,
  createReadProcesses,
  type EconomyProcess,
  findKnownLedger,
  otherLedgerAdvice,
} from '@baseplate/platform/money/door'
import { openExistingSnapshot } from '../database/existing.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Time in which a process that can write becomes the writer. */
const writerMs = 10_000

const readMore = 'docs/operating/ledger.md'

/** Lag beyond which a standby counts as behind. */
const lagMsMax = 10_000

/**
 * Checks which process writes the ledger and which stand by, and whether it is the platform's. Yields nothing while no process
 * accepts connections: `checkEconomy` reports that.
 */
export async function* examineLedger(config: Config): AsyncGenerator<Finding & { what: string }, void> {
  const finding = judgeLedger(await createReadProcesses(config)(), Date.now())
  const ask = createAskEconomy(config)
  const known = await knownLedgerOf(config).catch(() => undefined)
  const seen = await askForLedger(ask, known)
  if (seen && 'refused' in seen) yield { what: 'ledger', ...fault(seen.refused, otherLedgerAdvice) }
  else if (finding !== undefined) yield { what: 'ledger', ...finding }
  // A process that is starting answers its health check. It does not write until it could commit.
  else if (await isWriterMissing(ask)) {
    yield {
      what: 'ledger',
      ...fault(
        'no process of the economy service can write it',
        `Read the log of each process: ${readMore}.`,
      ),
    }
  }
}

/** @throws when there is no database, or an older version has no table for it */
async function knownLedgerOf({ databaseUrl: url, dataDirectory }: Config): Promise<LedgerPart | undefined> {
  const snapshot = await openExistingSnapshot<Database>({ url, dataDirectory })
  try {
    return await findKnownLedger(snapshot.db)
  } finally {
    await snapshot.close()
  }
}

/** Asks for a balance, which only the writer answers. A wrong key is `checkEconomy`'s to report. */
const isWriterMissing = async (ask: AskEconomy): Promise<boolean> => {
  const answer = await ask('GET', '/balance/doctor', { timeoutMs: writerMs }).catch(() => undefined)
  return answer !== undefined && answer.status >= 500
}

export function judgeLedger(processes: readonly EconomyProcess[], now: number): Finding | undefined {
  const running = processes.flatMap(({ address, status }) => (status ? [{ address, ...status }] : []))
  const [first] = running
  if (first === undefined) return undefined
  if (first.replication === undefined) {
    return ok(`a file with ${first.events} events, ${snapshotOf(first.snapshot, now)}`)
  }
  const silent = processes.filter(({ status }) => status === null).map(({ address }) => address)
  const writer = running.find(({ replication }) => replication?.isWriter)
  if (writer?.replication === undefined) {
    // Commits wait for a standby, and a process that cannot commit does not become the writer.
    const summary = `in PostgreSQL, and no process writes it; ${standbysOf(first.replication.standbys)}`
    return fault(summary, `Read the log of each process: ${readMore}.`)
  }
  const late = running.filter(
    ({ replication }) => replication && (replication.lagMs ?? Number.POSITIVE_INFINITY) > lagMsMax,
  )
  const { epoch, standbys } = writer.replication
  const summary = [
    `${writer.address} writes ${writer.events} events to PostgreSQL in epoch ${epoch}`,
    ...(writer.commitMs === null ? [] : [`${writer.commitMs.toFixed(1)} ms for each commit`]),
    running.length === 2 ? '1 process stands by' : `${running.length - 1} processes stand by`,
    standbysOf(standbys),
    snapshotOf(writer.snapshot, now),
  ].join(', ')
  if (silent.length > 0)
    return warning(`${summary}; no response from ${silent.join(' and ')}`, 'Start the service there.')
  if (late.length > 0) {
    const names = late.map(({ address }) => address).join(' and ')
    const verb = late.length === 1 ? 'is' : 'are'
    return warning(`${summary}; ${names} ${verb} behind`, `Read the logs there: ${readMore}.`)
  }
  if (standbys !== null && !standbys.some(({ state }) => state === 'sync' || state === 'quorum')) {
    return warning(
      summary,
      `If the disk of PostgreSQL fails, events are lost: ${readMore}#several-processes.`,
    )
  }
  return ok(summary)
}

function standbysOf(standbys: readonly { name: string; state: string }[] | null): string {
  if (standbys === null) return 'its standbys are not visible without the role pg_read_all_stats'
  if (standbys.length === 0) return 'PostgreSQL has no standby'
  return `PostgreSQL has ${standbys.map(({ name, state }) => `${name} (${state})`).join(' and ')}`
}

function snapshotOf({ events, savedAt }: { events: number; savedAt: number }, now: number): string {
  if (savedAt === 0) return 'no snapshot yet'
  return `a snapshot of ${events} events from ${Math.round((now - savedAt) / 60_000)} minutes ago`
}
