/** Takes a line for the console, an `info` by default. */
export type Log = (line: string, level?: 'info' | 'warn' | 'error') => void
