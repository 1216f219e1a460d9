import { withKey } from '../support/rows/clients.ts'
import { item } from '../support/rows/items.ts'
import type { Row } from '../support/rows/row.ts'

const ask = (request: string, when: string, outcome: Omit<Row, 'request' | 'when'>): Row => ({
  request,
  when,
  ...outcome,
})

const missing = { status: 404, text: 'Asset not found' }
const uncached = { 'cache-control': 'no-cache' }

/** A document with this value for all six colours, or any values. */
const colours = (value = '\\d+') =>
  new RegExp(
    ['Head', 'LeftArm', 'LeftLeg', 'RightArm', 'RightLeg', 'Torso']
      .map((part) => `<int name="${part}Color">${value}</int>\\s+`)
      .join(''),
  )

export const assets: readonly Row[] = [
  ...['/asset', '/Asset/', '/Asset/Default.ashx'].flatMap((path) => [
    ask(`GET ${path}?id=123456789`, 'of no asset', missing),
    ask(`GET ${path}?id={id}`, 'of an asset that was taken down', {
      given: item({ visibility: 'Moderated' }),
      ...missing,
    }),
    ...['', '?id=', '?id=x'].map((query) =>
      ask(`GET ${path}${query}`, 'without a number', { status: 400, text: 'Invalid Request' }),
    ),
  ]),
  ...['/asset/getscriptstate', '/Asset/GetScriptState.ashx'].map((path) =>
    ask(`GET ${path}`, 'by a client', { status: 200, text: '0 0 1 0' }),
  ),
]

export const avatars: readonly Row[] = [
  ask('GET /asset/characterfetch/player', 'in any letters', {
    given: withKey(),
    status: 200,
    text: '{site}/asset/bodycolours/Player?',
    responseHeaders: { 'content-type': 'text/plain', pragma: 'no-cache', ...uncached },
  }),
  ask('GET /asset/bodycolours/player', 'in any letters', {
    status: 200,
    text: colours(),
    responseHeaders: { 'content-type': 'text/plain', ...uncached },
  }),
  ...['characterfetch', 'bodycolours'].map((name) =>
    ask(`GET /asset/${name}/nobody`, 'of nobody', { status: 404, text: 'User not found' }),
  ),
  ...['Player', 'Player-body'].map((name) =>
    ask(`GET /api/avatar/${name}`, 'before the first render', {
      headers: { accept: '*/*' },
      status: 200,
      responseHeaders: { 'content-type': 'image/png' },
    }),
  ),
  ask('GET /api/avatar/nobody', 'of nobody', { status: 404, text: 'User not found' }),
  ask('GET /api/render/character', 'by a renderer', { status: 200, text: colours('1') }),
  ask('GET /api/render/characterasset?id=5', 'by a renderer', {
    given: withKey(),
    status: 200,
    text: '{site}/api/render/character;{site}/asset?id=5',
    responseHeaders: uncached,
  }),
]

export const settingsOfClients: readonly Row[] = [
  ...['/api/clientsharedsettings', '/Setting/QuietGet/ClientSharedSettings/x'].map((path) =>
    ask(`GET ${path}`, 'by a client', { status: 200, shows: {} }),
  ),
  ...['/api/clientappsettings', '/Setting/QuietGet/ClientAppSettings/x'].map((path) =>
    ask(`GET ${path}`, 'by a client', { status: 200, shows: { applicationSettings: {} } }),
  ),
]

const pixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

export const screenshots: readonly Row[] = [
  '/studio/uploadmedia/screenshot',
  '/UploadMedia/PostImage.aspx',
].flatMap((path) => [
  ask(`POST ${path}`, 'with a picture', {
    by: 'player',
    body: pixel,
    status: 200,
    text: 'OK',
  }),
  ask(`POST ${path}`, 'with another file', {
    by: 'player',
    body: 'no picture',
    status: 400,
  }),
  ask(`POST ${path}`, 'by a visitor', { body: pixel, status: 401 }),
])
