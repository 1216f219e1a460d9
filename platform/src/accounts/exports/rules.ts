import { day, minute } from '@baseplate/service/clock'

/** `waiting` until it is made. `failed` after the last attempt. */
export type ExportState = 'waiting' | 'ready' | 'failed'

/** How long a finished export is kept, and how long its owner waits for the next one. */
export const exportLifetime = day

export const maxExportAttempts = 5

export const exportsFolder = 'exports'

/** Returns the name of an export's file. */
export const exportName = (id: string) => `${exportsFolder}/${id}`

/** Returns how long an export waits after a number of failed attempts: 1, 5, 25 and 125 minutes. */
export const exportRetryDelay = (attempts: number): number => minute * 5 ** (attempts - 1)
