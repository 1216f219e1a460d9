import { expect } from 'vitest'
import {
  moderatedPlace,
  newPlace,
  notFound,
  ownPlace,
  ownPrivatePlace,
  place,
  privatePlace,
  unknown,
} from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'

const longTicket = expect.stringMatching(/^[a-z0-9]{32}$/)

const create = (when: string, name: string, outcome: Outcome): Row => ({
  request: 'POST /games/create',
  when,
  by: 'newcomer',
  input: { name, description: 'Mine' },
  ...outcome,
})

export const creating: readonly Row[] = [
  create('with a name', 'A secret  (2nd)!', { status: 302, location: /^\/place\/\d{9}\/A-secret-2nd$/ }),
  create('with a name without letters and digits', '!?', {
    status: 302,
    location: /^\/place\/\d{9}\/unnamed$/,
  }),
  create('without a name', ' ', { status: 400, errors: { name: 'Give the place a name' } }),
  create('with a name of 101 characters', 'x'.repeat(101), {
    status: 400,
    errors: { name: 'Use at most 100 characters' },
  }),
  create('by a visitor', 'Mine', toLogin),
]

const view = (when: string, outcome: Outcome): Row => ({
  request: 'GET /place/{id}/{name}',
  when,
  by: 'player',
  ...outcome,
})

export const viewing: readonly Row[] = [
  view('by a user', {
    given: newPlace,
    status: 200,
    shows: {
      id: expect.any(Number),
      name: 'A place',
      slug: 'A-place',
      description: { text: '', updated: expect.any(Number) },
      ownerUser: { username: expect.any(String) },
      ownerUsername: expect.stringMatching(/^Newcomer_/),
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updated: expect.any(String),
      maxPlayers: 10,
      privateServer: false,
      privateTicket: '',
      serverTicket: '',
      likeCount: 0,
      dislikeCount: 0,
      likes: false,
      dislikes: false,
      players: [],
      serverPing: 0,
      hosting: true,
      scheme: 'baseplate',
      orbiterURL: expect.any(String),
      thumbnails: [],
      visits: 0,
      favourites: 0,
      favourited: false,
      genre: expect.any(String),
      tags: [],
      visibility: 'Visible',
      published: true,
    },
  }),
  view('by its owner', {
    by: 'newcomer',
    given: ownPlace,
    status: 200,
    shows: { privateTicket: longTicket, serverTicket: '' },
  }),
  view('by an administrator, who owns it', {
    by: 'administrator',
    given: ownPlace,
    status: 200,
    shows: { privateTicket: longTicket, serverTicket: longTicket },
  }),
  view('by an administrator, who does not own it', {
    by: 'administrator',
    given: privatePlace,
    status: 200,
    shows: { privateTicket: longTicket, serverTicket: '' },
  }),
  {
    ...view('with another name', { given: place, status: 302 }),
    request: 'GET /place/{id}/other',
    location: '/place/{id}/{name}',
  },
  view('of no place', { values: unknown, ...notFound }),
  { ...view('with an id that is no number', { status: 404 }), request: 'GET /place/x/x' },
  view('by a visitor', { given: place, ...toLogin }),
  view('of no place, by a visitor', { values: unknown, ...toLogin }),
  view('of a private place', { given: privatePlace, ...notFound }),
  view('of a private place, with another ticket', {
    given: privatePlace,
    input: { privateServer: 'a'.repeat(32) },
    ...notFound,
  }),
  view('of a private place, with its ticket', {
    given: privatePlace,
    input: { privateServer: '{privateTicket}' },
    status: 200,
    shows: { privateServer: true, privateTicket: '', serverTicket: '' },
  }),
  view('of a private place, by its owner', {
    by: 'newcomer',
    given: ownPrivatePlace,
    status: 200,
    shows: { privateServer: true, privateTicket: longTicket },
  }),
  view('of a private place, by a moderator', {
    by: 'moderator',
    given: privatePlace,
    status: 200,
    shows: { privateTicket: longTicket },
  }),
  {
    ...view('of a private place, with another name', { given: privatePlace, ...notFound }),
    request: 'GET /place/{id}/other',
  },
  {
    ...view('of a private place, with another name and its ticket', { given: privatePlace, status: 302 }),
    request: 'GET /place/{id}/other?privateServer={privateTicket}',
    location: '/place/{id}/{name}?privateServer={privateTicket}',
  },
  view('of a place that was taken down', { given: moderatedPlace, ...notFound }),
  view('of a place that was taken down, by a moderator', {
    by: 'moderator',
    given: moderatedPlace,
    status: 200,
    shows: { visibility: 'Moderated', takedown: { reason: 'Stolen' } },
  }),
]

const list = (when: string, input: Record<string, string>, outcome: Outcome): Row => ({
  request: 'GET /games',
  when,
  input,
  ...outcome,
})

export const listing: readonly Row[] = [
  list('by a visitor', {}, { given: place, status: 200, shows: { places: expect.any(Array) } }),
  ...['playing', 'rising', 'rated', 'popular', 'played', 'new'].map((sort) =>
    list(`in the order ${sort}`, { sort }, { status: 200 }),
  ),
  list('in an unknown order', { sort: 'best' }, { status: 400 }),
  list('with an invalid cursor', { cursor: 'x' }, { status: 400 }),
  list('with a search of 101 characters', { q: 'x'.repeat(101) }, { status: 400 }),
]
