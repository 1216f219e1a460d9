import { expect } from 'vitest'
import {
  administratorsPlace,
  newModeratedPlace,
  newPlace,
  ownPlace,
  place,
  placeWithFile,
  privatePlace,
} from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { access, longTicket, notTheirs, saved, set, settings, shown } from './place-settings.ts'

const read = (when: string, outcome: Outcome): Row => ({
  request: settings,
  when,
  by: 'newcomer',
  ...outcome,
})

export const reading: readonly Row[] = [
  read('by the owner', {
    given: ownPlace,
    status: 200,
    shows: {
      name: 'A place',
      description: { text: '', updated: expect.any(Number) },
      dedicated: false,
      serverAddress: '',
      serverPort: 53_640,
      maxPlayers: 10,
      privateServer: false,
      privateTicket: longTicket,
      serverTicket: longTicket,
    },
  }),
  read('by a moderator', { by: 'moderator', given: place, status: 200, shows: { name: 'A place' } }),
  read('by another user', { by: 'player', given: place, ...notTheirs }),
  read('of a private place, by another user', {
    by: 'player',
    given: privatePlace,
    status: 404,
    message: 'Place not found',
  }),
  read('by a visitor', { given: place, ...toLogin }),
]

export const appearance: readonly Row[] = [
  set('view', 'with a name, a description, a genre and tags', {
    input: { name: 'Sky ladders', description: 'Climb', tags: 'towers, climbing' },
    ...saved('View'),
    ...shown({ name: 'Sky ladders', description: { text: 'Climb' }, tags: ['towers', 'climbing'] }),
  }),
  set('view', 'with texts that are too short and too long, and an icon above 1 MB', {
    input: { name: '', description: 'x'.repeat(1001) },
    file: { field: 'icon', content: new Uint8Array(1_000_001) },
    status: 400,
    errors: {
      name: 'Give the place a name',
      description: 'Use at most 1000 characters',
      icon: 'Icon must be less than 1MB in size',
    },
  }),
  set('view', 'with a name of 101 characters', {
    input: { name: 'x'.repeat(101) },
    status: 400,
    errors: { name: 'Use at most 100 characters' },
  }),
  set('view', 'with an icon that is no image', {
    input: { name: 'A place' },
    file: { field: 'icon', content: 'no image' },
    status: 400,
    errors: { icon: 'Icon must be an image' },
  }),
  set('view', 'with six tags', {
    input: { name: 'A place', tags: 'aa,bb,cc,dd,ee,ff' },
    status: 400,
    errors: { tags: 'A game can have up to 5 tags' },
  }),
  set('view', 'with a tag of one character', {
    input: { name: 'A place', tags: 'a' },
    status: 400,
    errors: { tags: 'Each tag needs 2 to 20 visible characters' },
  }),
  ...access('view', { name: 'Renamed' }, saved('View')),
  ...['removeicon', 'addthumbnail', 'removethumbnail', 'movethumbnail'].flatMap((form) => [
    set(form, 'by another user', { by: 'player', given: place, ...notTheirs }),
    set(form, 'by a visitor', { given: place, ...toLogin }),
  ]),
]

const content = { field: 'file', content: 'the place' }

export const files: readonly Row[] = [
  set('data', 'with a file', {
    file: content,
    status: 200,
    message: 'Place data updated successfully!',
    ...shown({ versions: [{ version: 1, size: 9, restoredFrom: null }] }),
  }),
  set('data', 'by another user', { by: 'player', given: place, file: content, ...notTheirs }),
  set('data', 'by a visitor', { given: place, file: content, ...toLogin }),
  ...['x', ''].map((version) =>
    set('restore', `with the version “${version}”`, {
      input: { version },
      status: 400,
      errors: { version: 'Choose a version' },
    }),
  ),
  set('restore', 'with a version that does not exist', { input: { version: '9' }, status: 404 }),
  set('restore', 'by another user', {
    by: 'player',
    given: placeWithFile,
    input: { version: '1' },
    ...notTheirs,
  }),
]

const down = { visibility: 'Moderated', reason: 'Stolen map' }

export const takedowns: readonly Row[] = [
  set('moderate', 'by a moderator, with a reason', {
    by: 'moderator',
    given: newPlace,
    input: down,
    status: 200,
    message: 'Game taken down',
    afterwards: { request: 'GET /place/{id}/{name}', shows: { visibility: 'Moderated' } },
  }),
  set('moderate', 'by a moderator, without a reason', {
    by: 'moderator',
    given: place,
    input: { visibility: 'Moderated' },
    status: 400,
    errors: { reason: 'Enter a reason of 1 to 300 characters' },
  }),
  set('moderate', 'by a moderator, to restore', {
    by: 'moderator',
    given: newModeratedPlace,
    input: { visibility: 'Visible' },
    status: 200,
    afterwards: { request: 'GET /place/{id}/{name}', shows: { visibility: 'Visible' } },
  }),
  set('moderate', 'by a moderator, at a place of the administrator', {
    by: 'moderator',
    given: administratorsPlace,
    input: down,
    status: 403,
    message: 'You can only moderate places of accounts below your own level',
  }),
  set('moderate', 'by the owner', { input: down, status: 403 }),
  set('moderate', 'by another user', { by: 'player', given: place, input: down, status: 403 }),
  set('moderate', 'by a visitor', { given: place, input: down, ...toLogin }),
]
