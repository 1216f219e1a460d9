import { createLog, type Logger } from '@baseplate/platform/foundation/log'
import { destination } from 'pino'

/** While nobody takes the lines, so many bytes of them are kept; those that come then are dropped, not the process. */
const keptBytesMax = 8 << 20

/** Many lines that wait are written at once. */
const writtenBytesMax = 1 << 17

export interface ConsoleLog {
  log: Logger
  /**
   * What `log.info` of each message prints, for who has many at once: they share one time and one write. A logger that
   * makes each line on its own takes 3 µs for it, which is as much as recording an event in the ledger.
   */
  inform: (messages: readonly string[]) => void
}

/**
 * JSON lines for service managers and log collectors; lines that a person can read on a terminal.
 * The lines are written behind the work's back: a slow terminal, or a full pipe, holds up no request.
 */
export async function consoleLog(): Promise<ConsoleLog> {
  const write = process.stdout.isTTY ? await terminal() : lines()
  const log = createLog('info', { write })
  const level = log.levels.values.info
  return {
    log,
    inform: (messages) => {
      const head = `{"level":${level},"time":"${new Date().toISOString()}","msg":`
      let text = ''
      for (const message of messages) text += `${head}${JSON.stringify(message)}}\n`
      write(text)
    },
  }
}

function lines(): (text: string) => void {
  const output = destination({ dest: 1, sync: false, maxLength: keptBytesMax, maxWrite: writtenBytesMax })
  return (text) => output.write(text)
}

async function terminal(): Promise<(text: string) => void> {
  const { default: pretty } = await import('pino-pretty')
  const output = pretty({ translateTime: 'HH:MM:ss', ignore: 'address,requestId', singleLine: true })
  return (text) => output.write(text)
}
