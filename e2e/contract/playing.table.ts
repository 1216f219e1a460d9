import { expect } from 'vitest'
import {
  dedicatedPlace,
  dedicatedPlaceWithFile,
  fullPlace,
  moderatedPlace,
  newPlace,
  notFound,
  ownPlace,
  place,
  placeForBanned,
  privatePlace,
  unknown,
} from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { isRefused } from '../support/rows/shared.ts'

const ticket = expect.stringMatching(/^[a-z0-9]{24}$/)

const act = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /place/{id}/{name}?/${action}`,
  when,
  by: 'player',
  given: isRefused(outcome) ? place : newPlace,
  ...outcome,
})

/** The refusals that all of these actions have. */
const refusals = (action: string): Row[] => [
  { ...act(action, 'at no place', { values: unknown, ...notFound }), given: async () => unknown },
  act(action, 'at a private place', { given: privatePlace, ...notFound }),
  act(action, 'at a place that was taken down', { given: moderatedPlace, ...notFound }),
  act(action, 'by a visitor', toLogin),
]

export const playing: readonly Row[] = [
  act('join', 'at a place', { status: 200, shows: { ticket } }),
  {
    ...act('join', 'with another name', { status: 200, shows: { ticket } }),
    request: 'POST /place/{id}/x?/join',
  },
  act('join', 'at a private place, with its ticket', {
    given: privatePlace,
    input: { privateTicket: '{privateTicket}' },
    status: 200,
    shows: { ticket },
  }),
  act('join', 'at a full place', { given: fullPlace, status: 409, message: 'This game is full' }),
  act('join', 'at a full place, with `wait`', {
    given: fullPlace,
    input: { wait: 'true' },
    status: 202,
    shows: { position: 1 },
  }),
  act('join', 'by a banned user', {
    by: 'newcomer',
    given: placeForBanned,
    status: 403,
    message: 'You cannot currently play games',
  }),
  ...refusals('join'),
  act('start', 'at a place that is not dedicated', { status: 400, message: 'This place is not dedicated' }),
  act('start', 'at a dedicated place without a file', {
    given: dedicatedPlace,
    status: 404,
    message: 'File not found',
  }),
  act('start', 'without an orchestrator', {
    given: dedicatedPlaceWithFile,
    status: 500,
    message: 'Failed to start dedicated server',
  }),
  act('start', 'by a banned user', { by: 'newcomer', given: placeForBanned, status: 403 }),
  ...refusals('start'),
  act('close', 'by another user', {
    status: 403,
    message: 'You do not have permission to close this server.',
  }),
  ...(['newcomer', 'moderator'] as const).map((by) =>
    act('close', `without an orchestrator, by ${by === 'newcomer' ? 'the owner' : 'a moderator'}`, {
      by,
      given: by === 'newcomer' ? ownPlace : dedicatedPlace,
      status: 500,
      message: 'Failed to close dedicated server',
    }),
  ),
  ...refusals('close'),
]

const afterwards = (shows: object) => ({
  status: 204,
  afterwards: { request: 'GET /place/{id}/{name}', shows },
})

export const opinions: readonly Row[] = [
  act('like', 'at a place', afterwards({ likeCount: 1, dislikeCount: 0, likes: true, dislikes: false })),
  act('dislike', 'at a place', afterwards({ likeCount: 0, dislikeCount: 1, likes: false, dislikes: true })),
  act('unlike', 'without a vote', afterwards({ likeCount: 0, likes: false })),
  act('undislike', 'without a vote', afterwards({ dislikeCount: 0, dislikes: false })),
  act('like', 'at a private place, with its ticket', {
    given: privatePlace,
    input: { privateTicket: '{privateTicket}' },
    status: 204,
  }),
  ...refusals('like'),
  act('favourite', 'at a place', afterwards({ favourites: 1, favourited: true })),
  act('unfavourite', 'at a place that is no favourite', afterwards({ favourites: 0, favourited: false })),
  ...refusals('favourite'),
  act('comment', 'with content', {
    input: { content: 'Fine' },
    ...afterwards({ comments: [{ content: 'Fine', author: { username: 'Player' } }] }),
  }),
  act('comment', 'without content', {
    input: { content: ' ' },
    status: 400,
    errors: { content: 'Comment must have content' },
  }),
]
