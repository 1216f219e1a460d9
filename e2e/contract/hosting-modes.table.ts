import { withKey, withTicket } from '../support/rows/clients.ts'
import { dedicatedHost, dedicatedServers } from '../support/rows/dedicated-servers.ts'
import {
  dedicatedPlace,
  dedicatedPlaceWithFile,
  ownPlace,
  placeWithAddress,
  placeWithFile,
} from '../support/rows/places.ts'
import type { Outcome, Row } from '../support/rows/row.ts'
import { set } from './place-settings.ts'

type Mode = 'Dedicated' | 'Selfhosted' | 'Both'

/** The configuration of a site in this mode. */
export const configOf = (Hosting: Mode) => ({
  ...dedicatedServers,
  Gameservers: { ...dedicatedServers.Gameservers, Hosting },
})

const ask = (request: string, when: string, outcome: Outcome): Row => ({ request, when, ...outcome })

const signed = /^--rbxsig%[A-Za-z0-9+/=]+%\n/
const script = { status: 200, text: signed }

/** Adds the port of a dedicated server, as its proxy has it. */
const withPort =
  (given: NonNullable<Row['given']>): typeof given =>
  async (world, actor) => {
    const values = await given(world, actor)
    return {
      ...values,
      port: 10_000 + (Number(values.id) % 25_000) + dedicatedServers.Gameservers.ProxyPortOffset,
    }
  }

/** The server to which the script of a client connects. */
const dedicated = new RegExp(`${signed.source}[\\s\\S]*${dedicatedHost}[\\s\\S]*\\b{port}\\b`)
const ofOwner = new RegExp(`${signed.source}[\\s\\S]*192\\.0\\.2\\.7[\\s\\S]*\\b2000\\b`)

/** The servers of a place that is not dedicated, and of one that is, and the refusals, in each mode. */
const rules: Readonly<Record<Mode, { servers: readonly [RegExp, RegExp]; host?: string; serve?: string }>> = {
  Dedicated: { servers: [dedicated, dedicated], host: 'Selfhosted servers are not supported' },
  Selfhosted: { servers: [ofOwner, ofOwner], serve: 'Dedicated servers are not supported' },
  Both: { servers: [ofOwner, dedicated] },
}

const outcomeOf = (refusal: string | undefined) =>
  refusal === undefined ? script : { status: 400, text: refusal }

const withBearer = { headers: { authorization: '{authorization}' } }

/** Scripts and files for clients and game servers. */
function scriptsIn(mode: Mode): Row[] {
  const { servers, ...refused } = rules[mode]
  return [
    ...servers.map((text, index) =>
      ask('GET /game/join?ticket={ticket}', `at a place that is ${index === 1 ? '' : 'not '}dedicated`, {
        given: withTicket(withPort(placeWithAddress(index === 1))),
        status: 200,
        text,
      }),
    ),
    ...[placeWithFile, dedicatedPlaceWithFile].map((given, index) =>
      ask(
        'GET /game/host?ticket={serverTicket}',
        `of a place that is ${index === 1 ? '' : 'not '}dedicated`,
        {
          given,
          ...outcomeOf(refused.host),
        },
      ),
    ),
    ask('GET /game/host?ticket=x', 'with an unknown ticket', {
      status: 400,
      text: refused.host ?? 'Invalid Server ticket',
    }),
    ask('GET /game/{id}/serve', 'with the key', {
      ...withBearer,
      given: withKey(dedicatedPlaceWithFile),
      ...outcomeOf(refused.serve),
    }),
    ask('GET /game/{id}/serve', 'without the key', {
      given: dedicatedPlaceWithFile,
      status: refused.serve ? 400 : 403,
      text: refused.serve ?? 'A key is required',
    }),
    ask('GET /game/{id}', 'with the key', {
      ...withBearer,
      given: withKey(placeWithFile),
      status: 200,
      text: 'the place',
    }),
  ]
}

/** The page of a place, its settings, and starts of its server. */
function pagesIn(mode: Mode): Row[] {
  const refusal = rules[mode].serve
  return [
    ask('GET /place/{id}/{name}', 'by a player', {
      by: 'player',
      given: placeWithFile,
      status: 200,
      shows: { hosting: mode !== 'Dedicated', serverTicket: '' },
    }),
    ask('POST /place/{id}/{name}?/start', 'at a dedicated place without a file', {
      by: 'player',
      given: dedicatedPlace,
      ...(refusal ? { status: 400, message: refusal } : { status: 404, message: 'File not found' }),
    }),
    set('network', 'with an address', {
      given: ownPlace,
      input: { dedicated: 'on', serverAddress: '192.0.2.7', serverPort: '2000', maxPlayers: '10' },
      status: 200,
      message: 'Network settings updated successfully!',
      afterwards: {
        request: 'GET /place/{id}/{name}/settings',
        shows: { dedicated: true, serverAddress: '192.0.2.7', serverPort: 2000 },
      },
    }),
  ]
}

/** The rows of a mode. */
export const rowsIn = (mode: Mode): readonly Row[] => [...scriptsIn(mode), ...pagesIn(mode)]
