import type ts from 'typescript'
import { queryIn } from './clients.ts'
import { Descriptions } from './describe.ts'
import { type Fields, fieldsOf, namedFields } from './fields.ts'
import type { Handler } from './handlers.ts'
import { type Exchange, exchangesByFunction } from './notes/exchanges.ts'
import { tus } from './notes/tus.ts'
import { type Reached, reader, redirectsOf } from './reach.ts'
import { codesOf, responsesOf } from './responses.ts'
import { resultsOf } from './results.ts'
import { type Schema, TypeSchemas } from './type-schemas.ts'

/** Makes the operations of the document. */
export class Operations {
  readonly types: TypeSchemas
  readonly descriptions = new Descriptions()
  readonly #checker: ts.TypeChecker
  readonly #read: ReturnType<typeof reader>

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
    this.types = new TypeSchemas(checker)
    this.#read = reader(checker)
  }

  /** Describes what a handler does. */
  async describe(handler: Handler) {
    const { path, method, kind, operation, nodes, legacy = [] } = handler
    const { level, scope, summary, proof } = operation
    const isOfClients = kind === 'client'
    const fields = await fieldsOf(operation)
    const reached = this.#read(nodes, ['parsed', ...(proof ? [] : ['withProof'])])
    const exchange = exchangeOf(reached, method)
    const { description = summary, headers } = exchange
    const results = exchange.status
      ? new Map([[exchange.status, {}]])
      : resultsOf(this.#checker, this.types, handler, reached)
    const codes = codesOf(reached, fields, level)
    // Any page redirects users whose account is moderated.
    const redirects = [...redirectsOf(reached), ...(isOfClients ? [] : [302])]
    const statuses = [...redirects, ...(exchange.statuses ?? [])]
    // Handlers of the data of games turn refusals into JSON.
    const isText = isOfClients && !reached.names.has('refusalReply')
    const responses = responsesOf({ results, headers, statuses, codes }, isText)
    this.descriptions.addTo(responses, path)
    const query = isOfClients ? await queryIn(this.#checker, reached) : fields
    const parameters = [
      ...this.#parametersOf(path, method === 'post' && !isOfClients ? namedFields() : query),
      ...(exchange.parameters ?? []),
    ]
    const isForUsers =
      level !== undefined || (codes.includes('site.sign_in_first') && !path.startsWith('/api/server/'))
    const byToken = scope === 'browser' ? [] : [{ accessToken: [scope] }]
    const ways = isOfClients && scope !== 'browser' ? byToken : [{ session: [] }, ...byToken]
    const form = method === 'post' && !isOfClients ? this.#formOf(path, fields) : undefined
    const requestBody = method === 'get' ? undefined : (exchange.requestBody ?? form)
    return {
      operationId: operationIdOf(method, path),
      summary: description.split(/\.(?:\s|$)/, 1)[0],
      description,
      tags: [isOfClients ? 'game clients' : path.split(/[/?{}]+/)[1] || 'start'],
      // The empty way stands for visitors.
      security: isForUsers ? ways : isOfClients ? [] : [{}, ...ways],
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses,
      ...(legacy.length > 0 && { 'x-also-at': legacy }),
    }
  }

  #parametersOf(path: string, { properties, required }: Fields): object[] {
    const parameterOf = (kind: 'path' | 'query', name: string, schema: Schema, isRequired: boolean) => ({
      name,
      in: kind,
      ...(isRequired && { required: true }),
      ...this.descriptions.valueOf(kind, name, path, schema),
    })
    return [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
        parameterOf('path', name, { type: 'string' }, true),
      ),
      ...Object.entries(properties).map(([name, schema]) =>
        parameterOf('query', name, schema, required.includes(name)),
      ),
    ]
  }

  /** Describes a form. One with a file is sent in parts. */
  #formOf(path: string, { properties, required, isOpen }: Fields): object | undefined {
    const fields = Object.entries(properties).map(([name, code]) => {
      const { schema, description, example } = this.descriptions.valueOf('field', name, path, code)
      return [name, { ...schema, description, ...(example !== undefined && { examples: [example] }) }]
    })
    if (fields.length === 0 && !isOpen) return undefined
    const isRequired = required.length > 0
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...(isRequired && { required }),
      additionalProperties: isOpen ? { type: 'string' } : false,
    }
    const hasFile = Object.values(properties).some(({ format }) => format === 'binary')
    const media = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
    return { ...(isRequired && { required: true }), content: { [media]: { schema } } }
  }
}

/** Returns `postPlaceByIdByNameJoin` for an address. */
function operationIdOf(method: string, path: string): string {
  const words = path.replaceAll(/\{(\w+)\}/g, ' by $1 ').split(/[^A-Za-z0-9]+/)
  return method + (words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Start')
}

/** Returns the parts of a request and its response that the functions of a handler read and write. */
function exchangeOf({ names }: Reached, method: string): Exchange {
  if (names.has('speakTus')) return tus[method] ?? {}
  const known = Object.entries(exchangesByFunction).filter(([name]) => names.has(name))
  return Object.assign({}, ...known.map(([, exchange]) => exchange))
}
