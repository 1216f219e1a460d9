import type ts from 'typescript'
import { queryIn } from './clients.ts'
import { Descriptions } from './describe.ts'
import { type Fields, fieldsOf, namedFields } from './fields.ts'
import type { Handler } from './handlers.ts'
import { type Exchange, exchangesByFunction, headersOfRequests, tus } from './notes/exchanges.ts'
import { needsUser, type Reached, reader } from './reach.ts'
import { responsesOf } from './responses.ts'
import { resultsOf } from './results.ts'
import { TypeSchemas } from './type-schemas.ts'

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
    const { input, level, scope, params = [], proof = false } = operation
    const isOfClients = kind === 'client'
    const fields = await fieldsOf(operation)
    const hasInput =
      params.length > 0 || Object.values(fields.properties).some((of) => of.format !== 'binary')
    // Only use cases with an input parse it, and only some ask for a proof of the identity.
    const skipped = [...(input && hasInput ? [] : ['parsed']), ...(proof ? [] : ['withProof'])]
    const reached = this.#read(nodes, skipped)
    const exchange = exchangeOf(reached, method)
    const results = resultsOf(this.#checker, this.types, handler, reached)
    if (input && level === undefined) reached.texts.delete('site.level_too_low')
    // Any page redirects users whose account is moderated.
    if (!isOfClients) reached.statuses.add(302)
    const noted = exchange.status === undefined ? results : new Map([[exchange.status, {}]])
    const responses = responsesOf(noted, reached, isOfClients, exchange.headers)
    this.descriptions.addTo(responses, path)
    const description = exchange.description ?? operation.summary
    const query = isOfClients
      ? await queryIn(this.#checker, reached)
      : method === 'post'
        ? namedFields()
        : fields
    const parameters = [...this.#parametersOf(path, query), ...(exchange.parameters ?? [])]
    const isForUsers = input ? level !== undefined : needsUser(reached)
    const ways = [{ session: [] }, ...(scope === 'browser' ? [] : [{ accessToken: [scope] }])]
    return {
      operationId: operationIdOf(method, path),
      summary: description.split(/\.(?:\s|$)/, 1)[0],
      description,
      tags: [isOfClients ? 'game clients' : path.split(/[/?{}]+/)[1] || 'start'],
      // The empty way stands for visitors.
      security: isForUsers ? ways : isOfClients ? [] : [{}, ...ways],
      ...(parameters.length > 0 && { parameters }),
      ...(exchange.requestBody
        ? { requestBody: exchange.requestBody }
        : method === 'post' && !isOfClients && this.#formOf(path, fields)),
      responses,
      ...(legacy.length > 0 && { 'x-also-at': legacy }),
    }
  }

  #parametersOf(path: string, { properties, required }: Fields): object[] {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      ...this.descriptions.valueOf('path', name, path, { type: 'string' }),
    }))
    const inQuery = Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...this.descriptions.valueOf('query', name, path, schema),
    }))
    return [...inPath, ...inQuery]
  }

  /** Describes a form. One with a file is sent in parts. */
  #formOf(path: string, { properties, required, isOpen }: Fields): { requestBody?: object } {
    const fields = Object.entries(properties).map(([name, code]) => {
      const { schema, description, example } = this.descriptions.valueOf('field', name, path, code)
      return [name, { ...schema, description, ...(example !== undefined && { examples: [example] }) }]
    })
    if (fields.length === 0 && !isOpen) return {}
    const isRequired = required.length > 0
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...(isRequired && { required }),
      additionalProperties: isOpen ? { type: 'string' } : false,
    }
    const hasFile = Object.values(properties).some(({ format }) => format === 'binary')
    const media = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
    return { requestBody: { ...(isRequired && { required: true }), content: { [media]: { schema } } } }
  }
}

/** Returns `postPlaceByIdByNameJoin` for an address. */
function operationIdOf(method: string, path: string): string {
  const words = path.replaceAll(/\{(\w+)\}/g, ' by $1 ').split(/[^A-Za-z0-9]+/)
  return method + (words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Start')
}

/** Returns the bodies and headers of a handler's requests and responses that its code shows. */
function exchangeOf({ names, texts }: Reached, method: string): Exchange {
  if (names.has('speakTus')) return tus[method] ?? {}
  const known = Object.entries(exchangesByFunction).filter(([name]) => names.has(name) && method !== 'get')
  const read = new Set([...texts].map((text) => text.toLowerCase()))
  // Code also reads the range as a property.
  if (read.has('if-range')) read.add('range')
  const parameters = headersOfRequests.filter(({ name }) => read.has(name.toLowerCase()))
  return Object.assign({ parameters }, ...known.map(([, exchange]) => exchange))
}
