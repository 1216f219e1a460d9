import type { FileHandle } from 'node:fs/promises'
import type { LogFile } from '../ledger/log.ts'
import { EconomyFault, runEconomy } from '../main.ts'

/**
 * Runs the service as a process of its own, on a free port that its first line of output ends with:
 * `node serve.ts <ledger file> [<fault point> <passage>]`. It kills itself when it passes the point for that time.
 */
const [ledgerFile = '', fault = '', passage = '0'] = process.argv.slice(2)

/** What an event passes between being received and being answered. */
export type FaultPoint =
  /** Read from the connection; a batch before it may be on disk and not answered yet. */
  | 'received'
  /** Decided, nothing of it is written. */
  | 'decided'
  /** The half of its batch is written. */
  | 'half written'
  /** On disk, not answered. */
  | 'written'
  /** Answered, not logged. */
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
      // In two writes only for the fault that is between them: the others are to meet the service as it is.
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
