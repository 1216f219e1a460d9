/** The structured log that a process hands to the platform. */
export type { Logger } from 'pino'
