import { createLog, type Logger } from '@baseplate/platform/foundation/log'
import { destination } from 'pino'
import pretty from 'pino-pretty'

/**
 * JSON lines for service managers and log collectors; lines that a person can read on a terminal.
 * The lines are written behind the work's back: a slow terminal, or a full pipe, holds up no request.
 */
export function consoleLog(): Logger {
  return process.stdout.isTTY
    ? createLog('info', pretty({ translateTime: 'HH:MM:ss', ignore: 'address,requestId' }))
    : createLog('info', destination({ dest: 1, sync: false }))
}
