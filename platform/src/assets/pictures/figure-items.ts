import { createSharedSlots, type SharedSlots } from '../../foundation/slots.ts'

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/**
 * Bounds the items that are being read for figures in browsers, with up to 60 MB of files each. A page asks for all items of a
 * figure at once.
 */
export const createFigureItems = (): SharedSlots =>
  createSharedSlots({
    each: { atOnce: 1, waiting: 30, code: 'files.busy', retryAfter },
    all: { atOnce: 2, waiting: 100, code: 'files.busy', retryAfter },
  })
