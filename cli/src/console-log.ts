import { createLog, type Logger } from '@baseplate/platform/foundation/log'
import { destination } from 'pino'

/** While nobody takes the lines, so many bytes of them are kept; those that come then are dropped, not the process. */
const keptBytesMax = 8 << 20

/**
 * JSON lines for service managers and log collectors; lines that a person can read on a terminal.
 * The lines are written behind the work's back: a slow terminal, or a full pipe, holds up no request.
 */
export async function consoleLog(): Promise<Logger> {
  if (!process.stdout.isTTY)
    return createLog('info', destination({ dest: 1, sync: false, maxLength: keptBytesMax }))
  const { default: pretty } = await import('pino-pretty')
  return createLog(
    'info',
    pretty({ translateTime: 'HH:MM:ss', ignore: 'address,requestId', singleLine: true }),
  )
}
