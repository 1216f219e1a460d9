import { expect } from 'vitest'
import { boughtItem } from '../support/rows/items.ts'
import { moderatedPlace, place, privatePlace } from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'

const ask = (request: string, when: string, outcome: Outcome): Row => ({
  request,
  when,
  by: 'newcomer',
  ...outcome,
})

const open = (request: string, when: string, outcome: Outcome): Row =>
  ask(request, when, { by: 'visitor', ...outcome })

export const openPages: readonly Row[] = [
  open('GET /share/{id}', 'of a place', {
    given: place,
    status: 200,
    shows: { name: 'A place', address: expect.stringMatching(/\/share\/\d+$/) },
  }),
  ...([privatePlace, moderatedPlace, async () => ({ id: 1 })] as const).map((given, index) =>
    open(
      'GET /share/{id}',
      `of a ${['private place', 'place that was taken down', 'place that does not exist'][index]}`,
      {
        given,
        status: 404,
        message: 'Place not found',
      },
    ),
  ),
  open('GET /download', 'without a configured program', {
    status: 200,
    shows: { downloads: [], launcher: null },
  }),
  open('GET /download/launcher.deb', 'with clients of the operator', {
    status: 404,
    message: 'File not found',
  }),
  open('GET /openapi.json', 'by a visitor', {
    status: 200,
    shows: { openapi: expect.stringMatching(/^3\./) },
  }),
  open('GET /docs/api', 'by a visitor', {
    headers: { accept: 'text/html' },
    status: 200,
    text: /<title>/,
  }),
  open('GET /docs', 'by a visitor', { status: 302, location: '/docs/api' }),
  ask('GET /settings/tokens', 'as a page that leads to the documentation of the API', {
    headers: { accept: 'text/html' },
    status: 200,
    text: /href="\/docs\/api"/,
  }),
  open('GET /login', 'in the language of the browser', {
    headers: { accept: 'text/html', 'accept-language': 'de-AT' },
    status: 200,
    text: /<html[^>]* lang="de"/,
  }),
  open('GET /login', 'in the language of the cookie', {
    headers: { accept: 'text/html', 'accept-language': 'de-AT', cookie: 'language=en' },
    status: 200,
    text: /<html[^>]* lang="en"/,
  }),
  ask('POST /settings?/profile', 'with a language', {
    input: { theme: 'Light', language: 'de' },
    status: 200,
    shows: { message: expect.any(String) },
  }),
  ask('POST /settings?/profile', 'with an unknown language', {
    input: { theme: 'Light', language: 'xx' },
    status: 400,
    errors: { language: 'must be a valid language' },
  }),
  ask('GET /favourites', 'by a new user', { status: 200, shows: { places: [], assets: [] } }),
  ask('POST /catalog/{id}/{name}?/favourite', 'of an item', {
    given: boughtItem,
    status: 204,
    afterwards: { request: 'GET /favourites', shows: { assets: [{ id: expect.any(Number) }] } },
  }),
  ask('POST /catalog/{id}/{name}?/unfavourite', 'of an item that is no favourite', {
    given: boughtItem,
    status: 204,
    afterwards: { request: 'GET /favourites', shows: { assets: [] } },
  }),
  ask('GET /favourites', 'by a visitor', toLogin),
]
