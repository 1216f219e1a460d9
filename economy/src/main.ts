import type { LedgerEvent } from '../contract.ts'
import { startHttp } from './http/server.ts'
import { formatUnits } from './ledger/amount.ts'
import { type OpenOptions, openLedger } from './ledger/open.ts'
import { defaultStipend, type Stipend } from './ledger/rules.ts'
import { rarely } from './rarely.ts'

export { EconomyFault } from './ledger/fault.ts'

export interface EconomyOptions {
  /** Path of the ledger. A missing file or directory is created. */
  ledgerFile: string
  /** The address to listen on, `127.0.0.1` unless the site is on another machine. */
  host: string
  /** 0 picks a free port. */
  port: number
  /** The bearer key that every request must carry. Without one every caller is trusted. */
  key?: string | undefined
  /** 10 units every 12 hours by default. */
  stipend?: Stipend | undefined
  /**
   * Takes messages for the console. Those of a batch of events come in one call after their requests are answered, so that
   * writing them does not delay commits.
   */
  log: (messages: readonly string[]) => void
  /** Returns the number of dropped log lines, for `/metrics`. */
  droppedLogLines?: (() => number) | undefined
  /** Time for the headers and body of a request: 30 seconds by default. */
  requestMsMax?: number | undefined
  /** For tests; see `OpenOptions`. */
  now?: OpenOptions['now']
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
  const { ledgerFile, host, log } = options
  const opened = await openLedger(ledgerFile, {
    onAccepted: (events) => log(events.map(consoleLine)),
    onFailure: rarely((error) => log([`cannot write the ledger ${ledgerFile}: ${error}`])),
    now: options.now,
    logFile: options.logFile,
  })
  if (opened.tornTailFile !== undefined) {
    log([
      `the ledger ended in an unfinished line, which was never acknowledged: moved to ${opened.tornTailFile}`,
    ])
  }
  try {
    const server = await startHttp({
      ledger: opened.ledger,
      stipend: options.stipend ?? defaultStipend,
      host,
      port: options.port,
      key: options.key,
      requestMsMax: options.requestMsMax,
      droppedLogLines: options.droppedLogLines,
      onError: rarely((error) => log([`unexpected error: ${error instanceof Error ? error.stack : error}`])),
    })
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`
    log([`economy: ${opened.events} events, listening on ${address}`])
    let closed: Promise<void> | undefined
    const stop = async () => {
      await server.drain()
      await opened.close()
      server.cut()
    }
    return {
      address,
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

function consoleLine(event: LedgerEvent): string {
  const from = event.Type === 'Mint' ? '' : ` ${event.From}`
  const to = event.Type === 'Burn' ? '' : ` -> ${event.To}`
  return `${event.Type} ${event.Id}${from}${to} ${formatUnits(event.Amount)} ${JSON.stringify(event.Note)}`
}
