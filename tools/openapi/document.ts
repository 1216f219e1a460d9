import type { HandledOperation } from '../../site/src/lib/server/operation.ts'
import { type ClientEndpoint, listClientEndpoints, queryNamesIn, querySchemaIn } from './client-endpoints.ts'
import { describeComponents, describeOperation, openBooks, requireNotes } from './describe.ts'
import { type Exchange, exchangeOf, headerParameters } from './exchanges.ts'
import { frame, operatorPaths } from './frame.ts'
import { type Described, describeExported, describeNames } from './inputs.ts'
import { describeOperationInput, operationAt } from './operations.ts'
import { merged, needsUser, nothing, type Reached, reader, statedParts, withProof } from './reach.ts'
import { responsesOf } from './responses.ts'
import { type Bodies, describeEndpoint, describeResults } from './results.ts'
import { type Handler, listHandlers, openSources, pathOf, type Sources } from './sources.ts'
import { summaryOf, titleOf } from './summaries.ts'
import { TypeSchemas } from './type-schemas.ts'

type Operation = Record<string, unknown>
type Paths = Record<string, Record<string, Operation>>

/** Describes everything that programs can use, from the code that does it. */
export async function describeApi(): Promise<object> {
  const sources = openSources()
  const types = new TypeSchemas(sources)
  const operations = new Operations(sources, types)
  const paths: Paths = {}
  const books = openBooks()
  const add = (path: string, method: string, operation: Operation) => {
    describeOperation(books, path, operation)
    paths[path] = {
      ...paths[path],
      [method]: { summary: titleOf(operation.description) ?? path, ...operation },
    }
  }
  // The same code with other parts of the address as fields is another operation.
  const first = new Map<HandledOperation, string>()
  for (const handler of listHandlers(sources)) {
    const path = pathOf(handler)
    const noted = handler.kind === 'action' ? await operationAt(handler) : undefined
    const known = noted && first.get(noted)
    if (known !== undefined) alsoAt(paths, known, path)
    else {
      if (noted) first.set(noted, path)
      add(path, handler.method, await operations.ofSite(handler))
    }
  }
  for (const endpoint of listClientEndpoints(sources)) {
    if (endpoint.legacyOf !== undefined) alsoAt(paths, endpoint.legacyOf, endpoint.path)
    else
      for (const method of endpoint.methods)
        add(endpoint.path, method, await operations.ofClients(endpoint, method))
  }
  requireDescriptions(paths)
  describeComponents(books, types.components)
  requireNotes(books)
  const all = { ...paths, ...operatorPaths }
  return frame(sorted(all), sorted(types.components))
}

/** Notes a further address of operations that are described already. */
function alsoAt(paths: Paths, path: string, other: string): void {
  for (const operation of Object.values(paths[path] ?? {})) {
    const others = Array.isArray(operation['x-also-at']) ? operation['x-also-at'] : []
    operation['x-also-at'] = [...others, other]
  }
}

/** Pages without data of their own, which need no description. */
const withoutData = new Set(['/docs/api'])

/** @throws Error when readers would not learn what an operation does. */
function requireDescriptions(paths: Paths): void {
  const undescribed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { description, summary }]) => !description && summary === path && !withoutData.has(path))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  if (undescribed.length > 0)
    throw new Error(`no comment describes the handlers of ${undescribed.join(', ')}`)
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Makes the operations of the document. */
class Operations {
  readonly #sources: Sources
  readonly #types: TypeSchemas
  readonly #read: (node: Handler['node'] & object) => Reached

  constructor(sources: Sources, types: TypeSchemas) {
    this.#sources = sources
    this.#types = types
    this.#read = reader(sources)
  }

  async ofSite(handler: Handler): Promise<Operation> {
    const { route, method, kind, node, layout } = handler
    const operation = await operationAt(handler)
    const stated = operation?.input && (await describeOperationInput(operation.input, operation))
    const hasInput = Object.keys(stated?.properties ?? {}).length + (operation?.params?.length ?? 0) > 0
    const more = statedParts(this.#sources, { hasInput, proof: operation?.proof })
    const parts = [node, layout, ...more].map((part) => (part ? this.#read(part) : nothing()))
    const reached = withProof(this.#sources, this.#read, parts.reduce(merged))
    if (operation?.input && operation.level === undefined) reached.texts.delete('site.level_too_low')
    const [, tag = ''] = route.split('/')
    const input = stated ?? describeNames(operation?.reads ?? [])
    const [form, query] = method === 'post' ? [input, noFields] : [noFields, input]
    const exchange = exchangeOf(reached, method)
    const isForUsers = operation?.input ? operation.level !== undefined : needsUser(reached)
    const results =
      kind === 'endpoint'
        ? this.#ofEndpoint(reached, exchange)
        : describeResults(this.#sources, this.#types, handler)
    return {
      operationId: operationIdOf(handler),
      tags: [tag.replaceAll(/[[\]]/g, '') || 'start'],
      ...(exchange.description
        ? { description: exchange.description }
        : operation?.summary
          ? { description: operation.summary }
          : summaryOf(this.#sources, node)),
      security: securityOf(isForUsers, operation?.scope ?? (node ? undefined : 'read')),
      ...parametersOf(pathOf({ route }), query, exchange),
      ...(method !== 'get' && bodyOf(form, exchange)),
      // Any page redirects users whose account is moderated.
      responses: responsesOf(
        results,
        { ...reached, statuses: reached.statuses.union(new Set([302])) },
        'application/json',
        exchange,
      ),
    }
  }

  #ofEndpoint(reached: Reached, { status }: Exchange): Map<number, Bodies> {
    return status === undefined
      ? describeEndpoint(this.#sources, this.#types, reached)
      : new Map([[status, {}]])
  }

  async ofClients({ path, nodes }: ClientEndpoint, method: 'get' | 'post'): Promise<Operation> {
    const reached = nodes.map(this.#read).reduce(merged, nothing())
    const schema = querySchemaIn(this.#sources, reached)
    const query = schema ? await describeExported(schema) : describeNames(queryNamesIn(reached))
    const results = describeEndpoint(this.#sources, this.#types, reached)
    const exchange = exchangeOf(reached, method)
    return {
      operationId: `${method}${nameOf(path)}`,
      tags: ['game clients'],
      // Tickets are parameters, and no address of game clients takes a token.
      security: needsUser(reached) ? [{ session: [] }] : [],
      ...summaryOf(this.#sources, nodes.at(-1)),
      ...parametersOf(path, query, exchange),
      ...bodyOf(noFields, exchange),
      responses: responsesOf(results, reached, 'text/plain', exchange),
    }
  }
}

/** `postPlaceByIdByNameJoin`, from the address. */
const operationIdOf = (handler: Handler): string => `${handler.method}${nameOf(pathOf(handler))}`

const nameOf = (path: string): string =>
  path
    .replaceAll(/\{(\w+)\}/g, ' by $1 ')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') || 'Start'

/** Lists the ways to authenticate a request. The empty one stands for visitors. */
function securityOf(isForUsers: boolean, access: string | undefined): object[] {
  const ways = [{ session: [] }, ...(access && access !== 'browser' ? [{ accessToken: [access] }] : [])]
  return isForUsers ? ways : [{}, ...ways]
}

function parametersOf(
  path: string,
  { properties, required }: Described,
  { request }: Exchange,
): { parameters?: object[] } {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...(typeof description === 'string' && { description }),
      schema,
    })),
    ...headerParameters(request),
  ]
  return parameters.length > 0 ? { parameters } : {}
}

const noFields = describeNames([])

/** Describes a form, or another body. A form with a file is sent in parts. */
function bodyOf(
  { properties, required, files, isOpen }: Described,
  { bodies, isBodyRequired }: Exchange,
): { requestBody?: object } {
  if (bodies) return { requestBody: { ...(isBodyRequired && { required: true }), content: bodies } }
  if (files.size === 0 && Object.keys(properties).length === 0 && !isOpen) return {}
  const schema = {
    type: 'object',
    properties: {
      ...properties,
      ...Object.fromEntries([...files].map((name) => [name, { type: 'string', format: 'binary' }])),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: isOpen ? { type: 'string' } : false,
  }
  const media = files.size === 0 ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
  return { requestBody: { ...(required.length > 0 && { required: true }), content: { [media]: { schema } } } }
}
