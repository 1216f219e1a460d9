import { anyItem, item } from '../support/rows/items.ts'
import type { Outcome, Row } from '../support/rows/row.ts'
import { isRefused } from '../support/rows/shared.ts'

export const nothing = {
  values: { id: 123_456_789, name: 'hat' },
  status: 404,
  message: 'Asset not found',
} as const

/** An action on the page of an item, by another user than its creator unless the outcome names one. */
export const act = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /catalog/{id}/{name}?/${action}`,
  when,
  ...(isRefused(outcome) ? { by: 'player', given: anyItem } : { by: 'newcomer', given: item() }),
  ...outcome,
})

/** Without a `given`, because there is no item. */
export const atNothing = { ...nothing, given: async () => nothing.values }

/** Succeeds, and the page then shows these fields. */
export const after = (shows: object) => ({
  status: 204,
  afterwards: { request: 'GET /catalog/{id}/{name}', shows },
})
