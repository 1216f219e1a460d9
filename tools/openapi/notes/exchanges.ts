import { maxPlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { maxParameterLength } from '../describe.ts'
import type { Schema } from '../type-schemas.ts'
import { leaderboard } from './data-parameters.ts'
import { examples } from './examples.ts'

/** Parts of a request and its response besides form, query and result, as OpenAPI writes them. */
export interface Exchange {
  description?: string
  /** Headers of the request. */
  parameters?: readonly object[]
  requestBody?: object
  /** Status of success, if it differs from what the code says. */
  status?: number
  /** Further statuses of responses. */
  statuses?: readonly number[]
  /** Headers of the response. */
  headers?: object
}

export const headerOf = (description: string, required?: 'required') => ({
  description,
  ...(required && { required: true }),
  schema: { type: 'string' },
})

export const parameterOf = (name: string, description: string, required?: 'required') => ({
  name,
  in: 'header',
  ...headerOf(description, required),
  schema: { type: 'string', maxLength: maxParameterLength },
  example: String(examples.header?.[name]),
})

export const binary: Schema = { type: 'string', format: 'binary' }

export const etag = 'Number of the published version, in quotes.'
export const reprDigest = '`sha-256` of the published file (RFC 9530).'

const ifMatch = parameterOf(
  'If-Match',
  'Refuses the request with 412 unless the current `ETag` is one of these.',
)
const ifNoneMatch = parameterOf(
  'If-None-Match',
  'Refuses the request, or returns 304, if the current `ETag` is one of these.',
)

const kindOfStore = {
  type: 'string',
  enum: ['standard', 'ordered'],
  description: 'Whether the store takes any values, or whole numbers only.',
  examples: ['ordered'],
}

const operations = {
  type: 'array',
  minItems: 1,
  maxItems: 25,
  description: 'Changes of different entries: docs/reference/game-data.md#batches.',
  items: { type: 'object', additionalProperties: true },
  examples: [[{ op: 'increment', store: 'world', key: 'visits', by: 1 }]],
}

const dataConditions = [
  parameterOf('If-Match', 'Refuses the change with 412 unless this is the version of the entry.'),
  parameterOf('If-None-Match', '`*` refuses the change with 412 if the entry has a value.'),
  parameterOf(
    'Idempotency-Key',
    'A repeat with the same key within a day changes nothing and has the same response.',
  ),
  parameterOf('X-Players', 'Numbers of the players whom the entry is about, separated by commas.'),
]

/** Bodies other than forms, headers and statuses, by the function that reads or writes them. A later one takes precedence. */
export const exchangesByFunction: Readonly<Record<string, Exchange>> = {
  requestFile: {
    requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } },
  },
  readImage: {
    requestBody: {
      required: true,
      content: {
        'image/*': { schema: binary },
        'multipart/form-data': { schema: { type: 'object', additionalProperties: binary } },
      },
    },
  },
  parseAward: {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['player'],
            properties: {
              player: {
                type: 'integer',
                minimum: 1,
                maximum: maxPlayerNumber,
                description: 'Number of the player, who is verified in the server.',
                examples: [1_234_567],
              },
            },
          },
        },
      },
    },
  },
  parseConnected: {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'array',
            maxItems: 1_000,
            items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
          },
          example: [1_234_567, 7_654_321],
        },
      },
    },
  },
  leaveGame: { status: 204 },
  readCurrentWorld: {
    statuses: [204],
    headers: { 'X-World-Number': headerOf('Number of the stored world.') },
  },
  storeWorld: {
    status: 204,
    requestBody: { required: true, content: { 'application/zip': { schema: binary } } },
  },
  receiveRender: {
    requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } },
  },
  expectedBy: {
    parameters: [
      ifMatch,
      ifNoneMatch,
      parameterOf('Content-Digest', '`sha-256` of the body (RFC 9530), which is checked.'),
      parameterOf('Repr-Digest', '`sha-256` of the file (RFC 9530), which is checked.'),
    ],
  },
  parseValue: {
    parameters: dataConditions,
    requestBody: { required: true, content: { 'application/json': { schema: {}, example: { coins: 12 } } } },
    headers: { ETag: headerOf('Version of the entry, in quotes.', 'required') },
  },
  parseMessage: {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: {}, example: { winner: 1234567 } } },
    },
  },
  parseStep: {
    parameters: dataConditions,
    headers: { ETag: headerOf('Version of the entry, in quotes.', 'required') },
  },
  readEntry: {
    headers: {
      ETag: headerOf('Version of the entry, in quotes.'),
      'X-Created': headerOf('When the entry was created, in ISO 8601.'),
      'X-Updated': headerOf('When the value was written, in ISO 8601.'),
      'X-Players': headerOf('Numbers of the players whom the entry is about, separated by commas.'),
    },
  },
  chooseKind: {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['kind'],
            properties: { kind: kindOfStore, ...leaderboard },
          },
          example: { kind: 'ordered', public: true, title: 'Most coins', period: 'week', keep: 'best' },
        },
      },
    },
  },
  parseBatch: {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['operations'],
            properties: {
              operations,
            },
          },
          example: { operations: [{ op: 'increment', store: 'world', key: 'visits', by: 1 }] },
        },
      },
    },
  },
  releasePlayersData: { status: 204 },
  describeVersion: {
    headers: { ETag: headerOf(etag, 'required'), 'Repr-Digest': headerOf(reprDigest, 'required') },
  },
  lastEventIdOf: {
    parameters: [parameterOf('Last-Event-ID', 'Event after which the stream continues.')],
  },
  topicsOf: {
    parameters: [
      {
        name: 'topics',
        in: 'query',
        required: true,
        description: 'At most 20 topics, percent-encoded and separated by commas.',
        schema: { type: 'string', maxLength: maxParameterLength },
        example: 'news,trade',
      },
    ],
  },
  matchesIfNoneMatch: { parameters: [ifNoneMatch], statuses: [304] },
  parseRange: {
    parameters: [
      ifMatch,
      ifNoneMatch,
      parameterOf('If-Range', '`ETag` for which `Range` holds.'),
      parameterOf('Range', 'The part of the file to return.'),
    ],
    statuses: [206, 304, 412, 416],
  },
}
