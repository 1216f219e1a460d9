import type { LedgerEvent } from '../contract.ts'
import type { EconomyMetrics, Observed } from './http/metrics.ts'
import { type Serving, startHttp } from './http/server.ts'
import { type OpenOptions, openLedger } from './ledger/file/open.ts'
import { refuseEmpty } from './ledger/file/refuse-empty.ts'
import { defaultStipend, type Stipend } from './ledger/rules.ts'
import { formatUnits } from './ledger/values/amount.ts'
import { lastMark } from './marks.ts'
import type { ReplicatedOptions } from './replicated/open.ts'
import { throttleReports } from './throttle-reports.ts'

export { EconomyFault } from './fault.ts'

/** How urgent a message is: `info` by default. */
export type Level = 'info' | 'warn' | 'error'

/** A ledger in PostgreSQL instead of a file. */
export interface Replication extends Pick<ReplicatedOptions, 'url' | 'mayBeAlone' | 'directory' | 'times'> {
  /** The address at which clients reach this process. By default its own. */
  address?: string | undefined
}

export interface EconomyOptions {
  /** Path of the ledger. A missing file or directory is created. */
  ledgerFile: string
  /** A ledger file of this machine that must have no events if this ledger is empty: the copy of a ledger in PostgreSQL. */
  copyFile?: string | undefined
  /** Set when several processes share a ledger. `ledgerFile` is not used then, and must have no events if that ledger is empty. */
  replication?: Replication | undefined
  /** The address to listen on, `127.0.0.1` unless the site is on another machine. */
  host: string
  /** 0 picks a free port. */
  port: number
  /** The bearer key that every request must carry. Without one every caller is trusted. */
  key?: string | undefined
  /** 10 units every 12 hours by default. */
  stipend?: Stipend | undefined
  /**
   * Takes messages for the console. Messages of a batch of events arrive in one call, after its requests are answered, so that
   * writing them does not delay commits.
   */
  log: (messages: readonly string[], level?: Level) => void
  /** Returns the number of dropped log lines, for `/metrics`. */
  droppedLogLines?: (() => number) | undefined
  /** Time for the headers and body of a request: 30 seconds by default. */
  requestMsMax?: number | undefined
  /** See `OpenOptions`. */
  fromSnapshot?: OpenOptions['fromSnapshot']
  /** For tests; see `OpenOptions`. */
  now?: OpenOptions['now']
  snapshotEvents?: OpenOptions['snapshotEvents']
  logFile?: OpenOptions['logFile']
}

export interface Economy {
  /** Its own address: `http://127.0.0.1:2009`. */
  address: string
  port: number
  /**
   * Completes accepted requests, then closes. As long as the disk answers, this takes at most 10 seconds, even with idle and stalled
   * connections. May be called again.
   */
  close: () => Promise<void>
}

/**
 * Opens the ledger and serves it over HTTP until `close` is called.
 *
 * @throws EconomyFault when the ledger is invalid, in use or not writable, or the port is taken
 */
export async function runEconomy(options: EconomyOptions): Promise<Economy> {
  const { host, log } = options
  const opened = options.replication
    ? await openShared(options, options.replication)
    : await openFile(options)
  try {
    const server = await startHttp({
      serving: opened.serving,
      metricsText: lazyMetrics(opened.observe, options.droppedLogLines),
      observe: opened.observe,
      stipend: options.stipend ?? defaultStipend,
      host,
      port: options.port,
      key: options.key,
      requestMsMax: options.requestMsMax,
      onError: throttleReports((error) =>
        log([`unexpected error: ${error instanceof Error ? error.stack : error}`], 'error'),
      ),
    })
    const own = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`
    log([`economy: ${opened.summary}, listening on ${own}`])
    opened.join?.(options.replication?.address ?? own)
    let closed: Promise<void> | undefined
    const stop = async () => {
      await server.drain()
      await opened.close()
      server.cut()
    }
    return {
      address: own,
      port: server.port,
      close: () => {
        closed ??= stop()
        return closed
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** An open ledger, whatever its log. */
interface Opened {
  /** Called once clients reach the service at an address, if the ledger is shared. */
  join?: (address: string) => void
  serving: () => Serving
  /** Undefined while there is nothing to observe. */
  observe: () => Observed | undefined
  /** Describes the opened ledger in the log line of the start. */
  summary: string
  close: () => Promise<void>
}

async function openFile(options: EconomyOptions): Promise<Opened> {
  const { ledgerFile, copyFile, log } = options
  if (copyFile !== undefined && !((await lastMark(ledgerFile)) ?? 0))
    await refuseEmpty(`the ledger ${ledgerFile}`, [copyFile], 'set LEDGER_URL')
  const opened = await openLedger(ledgerFile, { ...options, ...messagesOf(options, ledgerFile) })
  if (opened.tornTailFile !== undefined) {
    log(
      [
        `the ledger ended in an unfinished line, which was never acknowledged: moved to ${opened.tornTailFile}`,
      ],
      'warn',
    )
  }
  if (opened.unusedSnapshot !== undefined) {
    log(
      [`the snapshot of the ledger was not used, all events were replayed: ${opened.unusedSnapshot}`],
      'warn',
    )
  }
  const { ledger, book, identity, snapshots } = opened
  const serving = { ledger, book, identity }
  return {
    serving: () => serving,
    observe: () => ({ ledger: ledger.state, snapshot: snapshots.state }),
    summary: `${opened.events} events`,
    close: opened.close,
  }
}

/** Joins the processes that share a log. The driver is loaded only then. */
async function openShared(options: EconomyOptions, replication: Replication): Promise<Opened> {
  const { log, fromSnapshot = true, snapshotEvents } = options
  const { openReplicated } = await import('./replicated/open.ts')
  const opened = await openReplicated({
    ...replication,
    ...messagesOf(options, 'in PostgreSQL'),
    ledgerFile: options.ledgerFile,
    fromSnapshot,
    snapshotEvents,
    inform: (message, level) => log([`economy: ${message}`], level),
  })
  return { ...opened, summary: 'a ledger in PostgreSQL' }
}

function messagesOf({ log }: EconomyOptions, ledger: string) {
  const cannotWrite = (file: string) =>
    throttleReports((error) => log([`cannot write the ${file} of the ledger ${ledger}: ${error}`], 'error'))
  const onUnsaved = { 'running hash': cannotWrite('running hash'), snapshot: cannotWrite('snapshot') }
  return {
    onAccepted: (events: readonly LedgerEvent[]) => log(events.map(consoleLine)),
    onFailure: throttleReports((error) => log([`cannot write the ledger ${ledger}: ${error}`], 'error')),
    onUnsaved: (file: keyof typeof onUnsaved, error: unknown) => onUnsaved[file](error),
  }
}

/** Loads prom-client at the first scrape, so that a service without Prometheus does not need its memory. */
function lazyMetrics(observe: () => Observed | undefined, droppedLogLines = () => 0): () => Promise<string> {
  let metrics: EconomyMetrics | undefined
  return async () => {
    const { EconomyMetrics } = await import('./http/metrics.ts')
    const observed = observe()
    if (observed === undefined) return '# the service is starting\n'
    metrics ??= new EconomyMetrics(observed, droppedLogLines)
    return metrics.text(observed)
  }
}

function consoleLine(event: LedgerEvent): string {
  const from = event.Type === 'Mint' ? '' : ` ${event.From}`
  const to = event.Type === 'Burn' ? '' : ` -> ${event.To}`
  return `${event.Type} ${event.Id}${from}${to} ${formatUnits(event.Amount)} ${JSON.stringify(event.Note)}`
}
