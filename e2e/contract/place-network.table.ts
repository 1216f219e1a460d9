import { ownPlace, ownPrivatePlace } from '../support/rows/places.ts'
import type { Row } from '../support/rows/row.ts'
import { access, longTicket, saved, set, shown } from './place-settings.ts'

const players = 'Enter a number of players from 1 to 100'
const wrongNetwork = {
  dedicated: 'Choose yes or no',
  serverAddress: 'Enter an IP address or a host name',
  serverPort: 'Enter a port from 1024 to 65535',
  maxPlayers: players,
}
const wrongValues = [
  ['no host', '1023', '0'],
  ['-x.example', '65536', '101'],
  ['a'.repeat(254), 'x', '1.5'],
  ['1.2.3.4; rm', '-1', ''],
] as const

export const network: readonly Row[] = [
  set('network', 'with the lowest port and the most players', {
    input: { dedicated: 'off', serverAddress: 'play.example.org', serverPort: '1024', maxPlayers: '100' },
    ...saved('Network'),
    ...shown({ dedicated: false, serverAddress: 'play.example.org', serverPort: 1024, maxPlayers: 100 }),
  }),
  ...['::1', '192.0.2.7', 'xn--bcher-kva.example'].map((serverAddress) =>
    set('network', `with the address ${serverAddress}, the highest port and one player`, {
      input: { dedicated: '1', serverAddress, serverPort: '65535', maxPlayers: '1' },
      ...saved('Network'),
      ...shown({ dedicated: true, serverAddress, serverPort: 65_535, maxPlayers: 1 }),
    }),
  ),
  set('network', 'with the required fields', {
    input: { dedicated: '0', maxPlayers: '10' },
    ...saved('Network'),
    ...shown({ dedicated: false, serverAddress: '', serverPort: 53_640, maxPlayers: 10 }),
  }),
  set('network', 'with no field', {
    status: 400,
    errors: { dedicated: 'Choose yes or no', maxPlayers: players },
  }),
  ...wrongValues.map(([serverAddress, serverPort, maxPlayers]) =>
    set('network', `with the port ${serverPort} and ${maxPlayers || 'no number of'} players`, {
      input: { dedicated: 'perhaps', serverAddress, serverPort, maxPlayers },
      status: 400,
      errors: wrongNetwork,
      ...shown({ serverAddress: '', serverPort: 53_640, maxPlayers: 10 }),
    }),
  ),
  ...access('network', { dedicated: 'off', maxPlayers: '9' }, saved('Network')),
]

const privacyOf = (values: readonly string[], privateServer: boolean, given: Row['given']) =>
  values.map((value) =>
    set('privacy', `with ${value}`, {
      ...(given && { given }),
      input: { privateServer: value },
      ...saved('Privacy'),
      ...shown({ privateServer }),
    }),
  )

export const privacy: readonly Row[] = [
  ...privacyOf(['true', 'on', '1'], true, ownPlace),
  ...privacyOf(['false', 'off', '0'], false, ownPrivatePlace),
  ...[{}, { privateServer: 'maybe' }].map((input) =>
    set('privacy', `with ${JSON.stringify(input)}`, {
      input,
      status: 400,
      errors: { privateServer: 'Choose yes or no' },
    }),
  ),
  ...access('privacy', { privateServer: 'on' }, saved('Privacy')),
]

export const services: readonly Row[] = [
  set('services', 'turned on', {
    input: { enabled: 'true' },
    ...saved('Services'),
    ...shown({ services: true }),
  }),
  set('services', 'with another word', {
    input: { enabled: 'maybe' },
    status: 400,
    errors: { enabled: 'Choose yes or no' },
  }),
  ...access('services', { enabled: 'on' }, saved('Services')),
]

const regenerated = { status: 200, message: 'Regenerated!' }

export const tickets: readonly Row[] = [
  set('ticket', 'by the owner', { ...regenerated, ...shown({ serverTicket: longTicket }) }),
  ...access('ticket', {}, regenerated),
  set('privatelink', 'by the owner', { ...regenerated, ...shown({ privateTicket: longTicket }) }),
  ...access('privatelink', {}, regenerated),
]
