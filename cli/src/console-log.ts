import { createLog, type Logger } from '@baseplate/platform/foundation/log'
import pretty from 'pino-pretty'

/** JSON lines for service managers and log collectors; lines that a person can read on a terminal. */
export function consoleLog(): Logger {
  return process.stdout.isTTY
    ? createLog('info', pretty({ translateTime: 'HH:MM:ss', ignore: 'address,requestId' }))
    : createLog('info')
}
