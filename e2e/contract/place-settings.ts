import { expect } from 'vitest'
import { makersPlace, newPlace, ownPlace, place } from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { isRefused } from '../support/rows/shared.ts'

export const longTicket = expect.stringMatching(/^[a-z0-9]{32}$/)
export const notTheirs = { status: 403, message: 'You don’t have permission to change this place' }
export const saved = (form: string) => ({
  status: 200,
  message: `${form} settings updated successfully!`,
})

export const settings = 'GET /place/{id}/{name}/settings'
export const shown = (shows: object) => ({ afterwards: { request: settings, shows } })

/** One of the forms, by the owner unless the outcome names another sender. */
export const set = (form: string, when: string, outcome: Outcome): Row => ({
  request: `POST /place/{id}/{name}/settings?/${form}`,
  when,
  ...(isRefused(outcome) ? { by: 'maker', given: makersPlace } : { by: 'newcomer', given: ownPlace }),
  ...outcome,
})

/** The senders whom a form refuses, and the moderator whom it lets in, unless it is only for owners. */
export const access = (form: string, input: Record<string, string>, done: Outcome): Row[] => [
  set(form, 'by another user', { by: 'player', given: place, input, ...notTheirs }),
  set(form, 'by a catalog manager', { by: 'manager', given: place, input, ...notTheirs }),
  set(form, 'by a moderator', { by: 'moderator', given: newPlace, input, ...done }),
  set(form, 'by a visitor', { given: place, input, ...toLogin }),
  set(form, 'of no place', {
    given: async () => ({ id: 1, name: 'nowhere' }),
    input,
    status: 404,
    message: 'Place not found',
  }),
]
