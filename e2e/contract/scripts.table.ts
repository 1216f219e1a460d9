import { clientAgent } from '../support/game.ts'
import { privateTicket, withKey, withSpentTicket, withTicket } from '../support/rows/clients.ts'
import {
  dedicatedPlaceWithFile,
  moderatedPlace,
  place,
  placeWithFile,
  privatePlaceWithFile,
} from '../support/rows/places.ts'
import type { Row } from '../support/rows/row.ts'

const aTicket = 'a'.repeat(24)
const signed = /^--rbxsig%[A-Za-z0-9+/=]+%\n/
const script = { status: 200, responseHeaders: { 'content-type': 'text/plain' }, text: signed }
const refused = (text: string) => ({ status: 400, text })

const ask = (request: string, when: string, outcome: Omit<Row, 'request' | 'when'>): Row => ({
  request,
  when,
  ...outcome,
})

export const joining: readonly Row[] = [
  ...['/game/join', '/Game/Join.ashx'].flatMap((path) => [
    ask(`GET ${path}`, 'without a ticket', { ...script, text: /localhost[\s\S]*53640[\s\S]*Player1/ }),
    ask(`GET ${path}?ticket={ticket}`, 'with a ticket', { given: withTicket(), ...script }),
  ]),
  ask('GET /game/join?ticket={ticket}', 'with a spent ticket', {
    given: withSpentTicket,
    ...refused('Invalid Game Session'),
  }),
  ...['', 'x', aTicket, 'a'.repeat(10_000), '%27%20or%201=1--', '%00', '%ff', '%'].map((ticket) =>
    ask('GET /game/join?ticket={ticket}', `with the ticket “${ticket.slice(0, 30)}”`, {
      values: { ticket },
      ...refused('Invalid Game Session'),
    }),
  ),
  ask('GET /game/join?ticket={ticket}&privateServer={privateTicket}', 'at a private place', {
    given: privateTicket,
    ...script,
  }),
  ask(`GET /game/join?ticket={ticket}&privateServer=${aTicket}`, 'with another private ticket', {
    given: privateTicket,
    ...refused('Invalid Private Server'),
  }),
  ask(`GET /game/join?ticket=${aTicket}&privateServer=x`, 'with two invalid tickets', {
    ...refused('Invalid Private Server'),
  }),
]

const withBearer = { headers: { authorization: '{authorization}' } }
const notThere = { ...withBearer, given: withKey(), values: { id: 1 }, status: 404, text: 'Place not found' }
const takenDown = { ...withBearer, given: withKey(moderatedPlace), status: 404, text: 'Place not found' }

export const hosting: readonly Row[] = [
  ...['/game/host', '/Game/Host'].flatMap((path) => [
    ask(`GET ${path}?ticket={serverTicket}`, 'with a server ticket', { given: place, ...script }),
    ask(`GET ${path}`, 'without a ticket', refused('Invalid Request')),
    ask(`GET ${path}?ticket=${aTicket}`, 'with an unknown ticket', refused('Invalid Server ticket')),
  ]),
  // “My map.rbxl” in base64.
  ask('GET /game/host?ticket={serverTicket}&autopilot=TXkgbWFwLnJieGw%3D', 'with a map', {
    given: place,
    ...script,
    text: /rbxasset:\/\/maps\/My map\.rbxl/,
  }),
  ask('GET /game/{id}', 'with the key', {
    ...withBearer,
    given: withKey(placeWithFile),
    status: 200,
    text: 'the place',
  }),
  ask('GET /game/{id}?ticket={serverTicket}', 'with the ticket of the place', {
    given: placeWithFile,
    status: 200,
    text: 'the place',
  }),
  ask('GET /game/{id}', 'of a private place, with the key', {
    ...withBearer,
    given: withKey(privatePlaceWithFile),
    status: 200,
    text: 'the place',
  }),
  ask('GET /game/{id}', 'of a place without a file', {
    ...withBearer,
    given: withKey(place),
    status: 404,
    text: 'File not found',
  }),
  ask('GET /game/{id}/serve', 'with the key', {
    ...withBearer,
    given: withKey(dedicatedPlaceWithFile),
    ...script,
    text: /\/game\/serverpresence\?ticket=/,
  }),
  ...['/game/{id}', '/game/{id}/serve'].flatMap((path) => [
    ask(`GET ${path}`, 'without the key', { given: placeWithFile, status: 403, text: 'A key is required' }),
    ask(`GET ${path}`, 'of no place', notThere),
    ask(`GET ${path}`, 'of a place that was taken down', takenDown),
  ]),
  ask('GET /game/host?ticket={serverTicket}', 'of a place that was taken down', {
    given: moderatedPlace,
    status: 404,
    text: 'Place not found',
  }),
]

const noPlace = ['visit', 'studio', 'gameserver'].flatMap((name) =>
  ['', '.ashx'].map((ending) =>
    ask(
      `GET /game/${name}${ending}`,
      'by a client',
      name === 'gameserver' ? { ...script, text: /53640/ } : script,
    ),
  ),
)

export const withoutPlace: readonly Row[] = [
  ...noPlace,
  ...['/game/machineconfiguration', '/Game/MachineConfiguration.ashx'].map((path) =>
    ask(`GET ${path}`, 'by a client', { status: 200, text: 'OK' }),
  ),
  ask('GET /game/tools/insertasset?sid=2', 'without a configured service', {
    status: 404,
    text: 'Not configured',
  }),
  ...['/game/tools/thumbnailasset', '/Game/Tools/ThumbnailAsset.ashx'].flatMap((path) => [
    ...['', '?aid=1', '?aid=1&wd=420', '?aid=x&wd=1&ht=1', '?aid=1&wd=0&ht=1'].map((query) =>
      ask(`GET ${path}${query}`, 'without a valid parameter', { status: 404, text: 'Asset not found' }),
    ),
    ask(`GET ${path}?aid=1&wd=420&ht=420`, 'of no asset', { status: 400, text: 'Invalid asset' }),
  ]),
]

const alive = {
  headers: clientAgent,
  status: 200,
  text: 'OK',
  responseHeaders: { 'cache-control': 'no-cache', pragma: 'no-cache' },
}

/** Each row for GET and POST, at the address and the legacy one. */
const everywhere = (
  name: string,
  query: string,
  when: string,
  outcome: Omit<Row, 'request' | 'when'>,
): Row[] =>
  ['GET', 'POST'].flatMap((method) =>
    [`/game/${name.toLowerCase()}`, `/Game/${name}`].map((path) =>
      ask(`${method} ${path}${query}`, when, outcome),
    ),
  )

export const presence: readonly Row[] = [
  ...everywhere('ClientPresence', '?ticket={ticket}', 'with a ticket', { given: withSpentTicket, ...alive }),
  ...everywhere('ServerPresence', '?ticket={serverTicket}', 'with a server ticket', {
    given: place,
    ...alive,
  }),
  ...everywhere('ClientPresence', `?ticket=${aTicket}`, 'with an unknown ticket', {
    headers: clientAgent,
    ...refused('Ticket not found'),
  }),
  ...everywhere('ServerPresence', `?ticket=${aTicket}`, 'with an unknown ticket', alive),
  ...['ClientPresence', 'ServerPresence'].flatMap((name) => [
    ...everywhere(name, '', 'without a ticket', { headers: clientAgent, ...refused('Invalid Request') }),
    ...everywhere(name, `?ticket=${aTicket}`, 'by another program', {
      headers: { 'User-Agent': 'Mozilla/5.0' },
      ...refused('Good one'),
    }),
  ]),
]
