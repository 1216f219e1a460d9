import type { FileHandle } from 'node:fs/promises'
import type { LogFile } from '../ledger/file/file-log.ts'
import { EconomyFault, runEconomy } from '../main.ts'

/**
 * Runs the service in this process: `node serve.ts <ledger file> [<fault point> <passage>]`. Prints its port, which is a free
 * one. Kills itself at the given passage of the fault point, such as the fourth one.
 */
const [ledgerFile = '', fault = '', passage = '0'] = process.argv.slice(2)

/** Points in the life of a request. */
export type FaultPoint =
  /** Received. An earlier batch may be on disk without a response. */
  | 'received'
  /** Decided, not written. */
  | 'decided'
  /** Half of its batch is written. */
  | 'half written'
  /** On disk, no response yet. */
  | 'written'
  /** Response sent, not logged. */
  | 'answered'

let passages = Number(passage)
function pass(point: FaultPoint): void {
  if (point === fault && --passages === 0) process.kill(process.pid, 'SIGKILL')
}

function deadly(file: FileHandle): LogFile {
  return {
    write: async (bytes: Buffer, offset: number) => {
      pass('decided')
      const half = (bytes.length - offset) >>> 1
      // Two writes only for this fault, so that the others test the service as it is.
      if (fault === 'half written') {
        await file.write(bytes, offset, half)
        pass('half written')
        return { bytesWritten: half, buffer: bytes }
      }
      const written = await file.write(bytes, offset)
      pass('written')
      return written
    },
    datasync: () => file.datasync(),
    truncate: (size: number) => file.truncate(size),
  } as LogFile
}

try {
  const economy = await runEconomy({
    ledgerFile,
    host: '127.0.0.1',
    port: 0,
    log: ([message = '']) => {
      if (/^(Mint|Burn|Transaction) /.test(message)) pass('answered')
    },
    now: () => {
      pass('received')
      return Date.now()
    },
    logFile: deadly,
  })
  process.stdout.write(`${economy.port}\n`)
  process.once('SIGTERM', () => economy.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof EconomyFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
