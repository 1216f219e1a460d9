import { expect } from 'vitest'
import { dedicatedServers } from '../support/rows/dedicated-servers.ts'
import { notFound, ownPlace, place, unknown } from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { notTheirs } from './place-settings.ts'

/** The engine Minetest, whose servers cannot be started. */
export const config = { ...dedicatedServers, Engine: 'minetest' } as const

const ask = (request: string, when: string, outcome: Outcome): Row => ({ request, when, ...outcome })

const entityTag = /^"[0-9a-f]{40}"$/
const png = { 'content-type': 'image/png', 'cache-control': 'no-cache', etag: entityTag }
const nobody = { status: 404, text: 'User not found' }

export const figures: readonly Row[] = [
  ...['/api/skin/Player.png', '/api/skin/pLAYER.png', '/API/Skin/Player.PNG'].map((path) =>
    ask(`GET ${path}`, 'of a user', { status: 200, responseHeaders: png }),
  ),
  ask('HEAD /api/skin/Player.png', 'of a user', { status: 200, text: '', responseHeaders: png }),
  ...['Nobody', 'a'.repeat(5_000), '%00', '..', '%27%20or%201=1--'].map((username) =>
    ask('GET /api/skin/{username}.png', `of “${username.slice(0, 20)}”`, { values: { username }, ...nobody }),
  ),
  ask('GET /api/skin/Player', 'without the extension', { status: 404, text: 'Not found' }),
  ask('POST /api/skin/Player.png', 'with another method', {
    status: 405,
    text: 'Method not allowed',
    responseHeaders: { allow: 'GET' },
  }),
  ask('GET /api/figure-hats/Player', 'of a user without hats', {
    status: 200,
    text: '[]',
    responseHeaders: { etag: entityTag },
  }),
  ask('GET /api/figure-hats/Nobody', 'of nobody', nobody),
  ...['1.obj', '1.png', '99999999999.png'].map((file) =>
    ask(`GET /api/hat/${file}`, 'of no hat', { status: 404, text: 'Asset not found' }),
  ),
]

/** With another engine, avatars have no block figures. */
export const noFigures: readonly Row[] = ['/api/skin/Player.png', '/api/figure-hats/Player'].map((path) =>
  ask(`GET ${path}`, 'with the classic engine', {
    status: 404,
    text: 'Not found',
  }),
)

const launcher = {
  'content-type': 'application/vnd.debian.binary-package',
  'content-disposition': /^attachment; filename="baseplate-play-localhost-\d+_[\w.+]+_all\.deb"$/,
  'cache-control': 'public, no-cache',
  etag: /^W\/"[0-9a-f]{64}"$/,
}

export const downloads: readonly Row[] = [
  ask('GET /download', 'by a visitor', {
    status: 200,
    shows: {
      downloads: [],
      launcher: {
        name: expect.stringMatching(/^baseplate-play-localhost-\d+$/),
        version: expect.any(String),
        fileName: expect.stringMatching(/\.deb$/),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  }),
  ask('GET /download/launcher.deb', 'by a visitor', { status: 200, responseHeaders: launcher }),
  ask('HEAD /download/launcher.deb', 'by a visitor', { status: 200, text: '', responseHeaders: launcher }),
  ask('GET /download/launcher.deb', 'with the tag of another launcher', {
    headers: { 'if-none-match': `"${'0'.repeat(64)}"` },
    status: 200,
    responseHeaders: launcher,
  }),
  ask('GET /download/launcher.deb', 'with any tag', { headers: { 'if-none-match': '*' }, status: 304 }),
  ask('POST /download/launcher.deb', 'with another method', { status: 405 }),
  ask('GET /develop/first-game/template.zip', 'by a visitor', {
    status: 200,
    responseHeaders: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-first-game.zip"',
    },
  }),
]

const world = (number: string) => `GET /place/{id}/{name}/settings/worlds/${number}`
const wrongNumber = { shows: { codes: { number: 'input.invalid' } } }
const notKept = { status: 404, message: 'This world is no longer kept' }

/** The senders and places that all of these addresses refuse. */
const refusals = (request: string): Row[] => [
  ask(request, 'by another user', { by: 'player', given: place, ...notTheirs }),
  ask(request, 'by a visitor', { given: place, ...toLogin }),
  ask(request, 'at no place', { by: 'newcomer', values: unknown, ...notFound }),
]

const change = (action: string) => `POST /place/{id}/{name}/settings/world?/${action}`

export const worlds: readonly Row[] = [
  ...['1', '0', '99999999999'].map((number) =>
    ask(world(number), 'that is not kept', { by: 'newcomer', given: ownPlace, ...notKept }),
  ),
  ...['-1', '1.5', 'x', '1e1', '%00', '1'.repeat(16)].map((number) =>
    ask(world(number), 'with another number', {
      by: 'newcomer',
      given: ownPlace,
      status: 400,
      ...wrongNumber,
    }),
  ),
  ...refusals(world('1')),
  ask(change('restoreworld'), 'with a world that is not kept', {
    by: 'newcomer',
    given: ownPlace,
    input: { number: '1' },
    ...notKept,
  }),
  ...['', 'x', '1.5', '-1', '1'.repeat(16)].map((number) =>
    ask(change('restoreworld'), `with the number “${number}”`, {
      by: 'newcomer',
      given: ownPlace,
      input: { number },
      status: 400,
      errors: { number: 'This value isn’t valid' },
    }),
  ),
  ...refusals(change('restoreworld')).map((row) => ({ ...row, input: { number: '1' } })),
  ask(change('clearworld'), 'of a place without a server', {
    by: 'newcomer',
    given: ownPlace,
    status: 200,
    message: 'World cleared. The next server starts with a new one.',
    afterwards: {
      request: 'GET /place/{id}/{name}/settings',
      shows: { worlds: [{ number: 1, cause: 'clear', bytes: null }] },
    },
  }),
  ...refusals(change('clearworld')),
]

export const errors: readonly Row[] = refusals('GET /place/{id}/{name}/errors')
