import { createSharedSlots, type SharedSlots } from './slots.ts'

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/**
 * Bounds the forms whose file is read into memory. A form takes its slot before its body is read, so waiting forms take no
 * memory. A user sends one at a time. Only then can nobody take the slots of others with files that arrive slowly.
 */
export const createFileForms = (): SharedSlots =>
  createSharedSlots({
    each: { atOnce: 1, waiting: 3, code: 'limits.files_at_once', retryAfter },
    all: { atOnce: 16, waiting: 48, code: 'files.busy', retryAfter },
  })
