import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

export type { Logger }

/**
 * Structured log, a JSON object a line on standard output.
 *
 * Secrets are kept out where they arise: addresses are logged without their query, because tickets travel there.
 * The redaction is a second net for objects that are logged whole.
 */
export function createLog(level = 'info', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'cpassword',
        'npassword',
        'ticket',
        'token',
        'cookie',
        'authorization',
        '*.password',
        '*.ticket',
        '*.token',
      ],
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
