import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

export type { Logger }

/** Fields that are never logged. Addresses are logged without their query, which carries tickets. */
const secretFields = [
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
]

/**
 * Creates a structured log: one JSON object per line.
 *
 * @param destination standard output by default
 */
export function createLog(level = 'info', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: secretFields, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
