import { expect } from 'vitest'
import { json } from '../support/game.ts'
import { archivedPlace, join, moderatedPlace, newPlace, place, play } from '../support/rows/places.ts'
import type { Outcome, Row } from '../support/rows/row.ts'

type Given = NonNullable<Row['given']>

const aTicket = 'a'.repeat(32)
const invalid = { status: 400, text: 'Invalid Request' }
const sessionNotFound = { status: 403, text: 'Session not found' }

/** A new place and a player in it, who has a number there. */
const withPlayer: Given = async (world, actor) => {
  const values = await newPlace(world, actor)
  const { person, username } = await world.newcomer()
  await play(world, person, values.id)
  const path = `/game/players?ticket=${values.serverTicket}`
  const { players } = await json<{ players: { number: number }[] }>(
    await fetch(`${world.product.baseUrl}${path}`),
  )
  return { ...values, number: players[0]?.number ?? 0, player: username }
}

/** Another place, with the number of a player of the first one. */
const atAnotherPlace: Given = async (world, actor) => {
  const { number = 0 } = await withPlayer(world, actor)
  return { ...(await place(world, actor)), number }
}

/** A place with a player who has not started the client, and the ticket of the player. */
const withJoinTicket: Given = async (world, actor) => {
  const values = await newPlace(world, actor)
  return { ...values, ticket: await join((await world.newcomer()).person, values.id) }
}

/** Game servers read errors as plain text, unless they ask for JSON. */
const ask = (request: string, when: string, outcome: Outcome): Row => ({
  request,
  when,
  ...outcome,
  headers: { accept: '*/*', ...outcome.headers },
})

/** The tickets that all of these calls refuse, with a body that would do. */
const tickets = (request: string, body?: string): Row[] => {
  const sent = body === undefined ? {} : { body }
  return [
    ask(request.replace(/ticket=\{serverTicket\}&?/, ''), 'without a ticket', { ...sent, ...invalid }),
    ...[aTicket, 'x', '%00', 'a'.repeat(10_000)].map((serverTicket) =>
      ask(request, `with the ticket “${serverTicket.slice(0, 33)}”`, {
        values: { serverTicket },
        ...sent,
        status: 400,
        text: 'Invalid Server ticket',
      }),
    ),
    ask(request, 'of a place that was taken down', {
      given: moderatedPlace,
      ...sent,
      status: 404,
      text: 'Place not found',
    }),
    ask(request, 'of an archived place', { given: archivedPlace, ...sent, status: 409 }),
  ]
}

const wrongMethod = (path: string, method: string, allow: string): Row =>
  ask(`${method} ${path}`, 'with another method', {
    status: 405,
    text: 'Method not allowed',
    responseHeaders: { allow },
  })

const list = 'GET /game/players?ticket={serverTicket}'
const report = 'POST /game/players?ticket={serverTicket}'

export const players: readonly Row[] = [
  ask(list, 'with a player', {
    given: withPlayer,
    status: 200,
    shows: {
      version: expect.any(String),
      players: [{ username: expect.any(String), number: expect.any(Number), level: 1, membership: 'None' }],
      leave: [],
      closing: null,
      message: null,
    },
  }),
  ...(['AccessKey', 'Authorization'] as const).map((header) =>
    ask('GET /game/players', `with the ticket as ${header}`, {
      given: newPlace,
      headers: { [header]: header === 'AccessKey' ? '{serverTicket}' : 'Bearer {serverTicket}' },
      status: 200,
      shows: { players: [] },
    }),
  ),
  ...tickets(list),
  ask(report, 'without players', {
    given: newPlace,
    body: '[]',
    status: 200,
    shows: { leave: [], closing: false, message: null },
  }),
  ask(report, 'with a player, on a platform that does not verify players', {
    given: withPlayer,
    body: '[{number}]',
    status: 200,
    shows: { leave: [] },
  }),
  ...['', 'x', '{}', '["1"]', '[1.5]', '[0]', '[2147483648]', `[${Array(1_001).fill(1)}]`].map((body) =>
    ask(report, `with the body “${body.slice(0, 20)}”`, { given: place, body, ...invalid }),
  ),
  ...tickets(report, '[]'),
  wrongMethod('/game/players', 'PUT', 'GET, POST'),
]

export const leaving: readonly Row[] = [
  ask('POST /game/left?ticket={ticket}', 'with a join ticket', {
    given: withJoinTicket,
    status: 204,
    afterwards: { request: list, shows: { players: [] } },
  }),
  ask('POST /game/left?ticket={serverTicket}&number={number}', 'of a player whom it has not verified', {
    given: withPlayer,
    ...sessionNotFound,
  }),
  ask(`POST /game/left?ticket=${aTicket}`, 'with an unknown ticket of a server', {
    status: 400,
    text: 'Invalid Server ticket',
  }),
  ask(`POST /game/left?ticket=${'a'.repeat(24)}`, 'with an unknown join ticket', {
    status: 400,
    text: 'Ticket not found',
  }),
  ...['', '&number=x', '&number=2147483648'].map((number) =>
    ask(`POST /game/left?ticket={serverTicket}${number}`, 'without a valid number', {
      given: place,
      ...invalid,
    }),
  ),
  ask('POST /game/left', 'without a ticket', invalid),
  wrongMethod('/game/left', 'GET', 'POST'),
]

const verify = 'GET /game/verify?ticket={serverTicket}'
const connection = '&id=1234567&name=Ada&session=abc'

export const verifying: readonly Row[] = [
  ...['GET', 'POST'].map((method) =>
    ask(`${method} /game/verify?ticket={serverTicket}${connection}`, 'with an unknown key', {
      given: place,
      ...sessionNotFound,
    }),
  ),
  ...[
    '',
    '&id=1&name=Ada',
    '&id=1&session=x',
    '&name=Ada&session=x',
    '&id=x&name=Ada&session=x',
    '&id=2147483648&name=Ada&session=x',
    '&id=-1&name=Ada&session=x',
  ].map((query) => ask(`${verify}${query}`, 'without a valid player', { given: place, ...invalid })),
  ...tickets(`${verify}${connection}`),
]

const bans = 'POST /api/server/bans?ticket={serverTicket}'
const removal = (fields = '') => `{"number":{number},"reason":"Rude"${fields}}`

export const removing: readonly Row[] = [
  ask(bans, 'as a kick of a player in the game', {
    given: withPlayer,
    body: removal(),
    status: 200,
    shows: { username: expect.any(String) },
    afterwards: { request: list, shows: { players: [] } },
  }),
  ...['0', '3650'].map((days) =>
    ask(bans, `for ${days} days`, {
      given: withPlayer,
      body: removal(`,"days":${days}`),
      status: 200,
      shows: { username: expect.any(String) },
    }),
  ),
  ...['-1', '3651', '1.5', '"3"'].map((days) =>
    ask(bans, `for ${days} days`, {
      given: withPlayer,
      body: removal(`,"days":${days}`),
      status: 400,
      text: /^days: /,
    }),
  ),
  ask(bans, 'of a player of another place', {
    given: atAnotherPlace,
    body: removal(',"days":1'),
    status: 404,
    text: 'No player with this number has played in this game',
  }),
  ...(
    [
      ['', 'Invalid Request'],
      ['x', 'Invalid Request'],
      ['{"reason":"Rude"}', /^number: /],
      ['{"number":"Ada","reason":"Rude"}', /^number: /],
      ['{"number":2147483648,"reason":"Rude"}', /^number: /],
      ['{"number":1}', /^reason: /],
      [`{"number":1,"reason":"${'a'.repeat(301)}"}`, /^reason: /],
    ] as const
  ).map(([body, text]) =>
    ask(bans, `with the body “${body.slice(0, 40)}”`, { given: place, body, status: 400, text }),
  ),
  ask(bans, 'with a body that is too long', {
    given: place,
    body: 'a'.repeat(256_001),
    status: 413,
    text: 'Too large',
  }),
  ask(bans, 'with a wrong body, by a server that reads JSON', {
    given: place,
    headers: { accept: 'application/json' },
    body: '{"number":1}',
    status: 400,
    shows: { codes: { reason: expect.any(String) } },
  }),
  ...tickets(bans, '{"number":1,"reason":"Rude"}'),
  wrongMethod('/api/server/bans', 'GET', 'POST'),
]

const chat = 'POST /api/server/chat?ticket={serverTicket}'
const line = '{"number":1234567,"text":"hello","at":1790000000000}'

export const chatting: readonly Row[] = [
  ask(chat, 'on a platform that keeps none', {
    given: place,
    body: `[${line}]`,
    status: 200,
    shows: { kept: 0 },
  }),
  ask(chat, 'without lines', { given: place, body: '[]', status: 200, shows: { kept: 0 } }),
  ...['', '{', `[${Array(101).fill(line)}]`, '[{"number":1,"text":"x"}]', '[1]', '{}'].map((body) =>
    ask(chat, `with the body “${body.slice(0, 30)}”, of ${body.length} characters`, {
      given: place,
      body,
      status: 400,
    }),
  ),
  ...tickets(chat, '[]'),
  wrongMethod('/api/server/chat', 'GET', 'POST'),
]
