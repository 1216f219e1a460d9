import type { Schema } from '../type-schemas.ts'

/** Meaning of each status of a refused request. */
export const commonErrors: Readonly<Record<number, string>> = {
  400: 'The request is invalid, or not allowed in the current state.',
  401: 'A session is required, or the access token is no longer valid.',
  403: 'The permission level or the scope of the token does not allow it, or the account is moderated.',
  404: 'It does not exist, or the viewer may not know that it exists.',
  405: 'The address does not have this method.',
  409: 'Conflict with the current state.',
  410: 'It has expired.',
  412: 'A condition of the request is false.',
  413: 'The form has too many or too long fields, or the file is too large.',
  415: 'The body has a type that the address does not read.',
  416: 'The file does not have this range.',
  429: 'A limit is reached. `Retry-After` has the end of the wait where it is known.',
  460: 'A part of an upload does not match its checksum.',
  500: 'A service failed.',
  501: 'The format is not supported.',
  502: 'Another service failed.',
  503: 'The site is overloaded, or the database is unavailable.',
  504: 'Another service did not answer in time.',
  507: 'The disk is full.',
}

/** Errors that any request may get. */
export const errorsOfAll = [400, 401, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504]

const operatorPath = (name: string, description: string, statuses: readonly number[]) => ({
  get: {
    operationId: `get${name}`,
    summary: description.slice(0, -1),
    description,
    tags: ['operation'],
    security: [{}, { operatorKey: [] }],
    responses: Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: commonErrors[status] ?? 'Success.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      ]),
    ),
  },
})

/** The paths of `service/src/operator-paths.ts`. */
export const operatorPaths = {
  '/health': operatorPath('Health', 'Tells whether the process runs.', [200, 404, 405]),
  '/ready': operatorPath(
    'Ready',
    'Tells whether the process can respond to requests.',
    [200, 404, 405, 500, 503],
  ),
  '/metrics': operatorPath(
    'Metrics',
    'Returns metrics in the text format of Prometheus.',
    [200, 404, 405, 500],
  ),
}

const strings: Schema = { type: 'object', additionalProperties: { type: 'string' } }

/** Shapes of refusals: `site/src/lib/server/programs.ts` writes them. */
export const refusals: Readonly<Record<string, Schema>> = {
  Refusal: {
    type: 'object',
    description: 'Why a request is refused. Faults of HTTP itself have no code.',
    properties: {
      message: { type: 'string', description: 'In English.' },
      code: { type: 'string', description: 'Stable code of the refusal.' },
      codes: { ...strings, description: 'Code of each invalid parameter of the query.' },
      challenge: { description: 'Work that lets the same request pass.' },
      version: {
        type: 'string',
        description: 'Data of games: present version of the entry. 0: it has no value.',
      },
      server: {
        type: 'string',
        description: 'Data of games: run of the server that may save the data of the player.',
      },
      operation: {
        type: 'integer',
        description: 'Data of games: index of the operation of the batch that is refused.',
      },
      max: { type: 'integer', description: 'Data of games: the limit that is exceeded.' },
    },
    required: ['message'],
    additionalProperties: false,
  },
  InvalidFields: {
    type: 'object',
    description: 'What is wrong with each field of a form.',
    properties: {
      errors: { ...strings, description: 'Message of each field, in English.' },
      codes: { ...strings, description: 'Code of each field.' },
    },
    required: ['errors', 'codes'],
    additionalProperties: false,
  },
}

/** Version, title and licence of the document. */
export const head = {
  openapi: '3.1.1',
  info: {
    title: 'Baseplate',
    version: '1',
    summary: 'Everything that programs can use on a site.',
    description:
      'Every page is also an API: a `GET` with `Accept: application/json` returns its data. `?/name` in a path is the form action `name`.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
}

export const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Session of a browser.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of a program. Each operation names the scope that it takes.',
  },
  operatorKey: { type: 'http', scheme: 'bearer', description: '`METRICS_KEY`, if it is set.' },
}
