import type { Access, Operation } from '@baseplate/platform/accounts/door'

/** The use case of a handler, in so far as programs have to know it. */
export interface HandledOperation extends Partial<Operation> {
  summary: Operation['summary']
  scope: Operation['scope']
  /** Names of the parts of the address that are fields of the input. */
  params?: readonly string[]
  /** Names of the fields of a form, or of the query, that the handler reads without a schema. */
  reads?: readonly string[]
}

interface Handling {
  operation: HandledOperation
}

/**
 * Notes the use case of a handler. Access tokens are refused by a handler without a note. Only handlers without a use case
 * of a domain note it in the route: pages that several domains fill, files, and actions of browsers alone.
 */
export const handles = <Handler extends (event: never) => unknown>(
  operation: HandledOperation,
  handler: Handler,
): Handler & Handling => Object.assign(handler, { operation })

/** Returns the note of an exported handler; undefined if it has none. */
export const operationOf = (handler: unknown): HandledOperation | undefined =>
  typeof handler === 'function' ? (handler as Partial<Handling> & object).operation : undefined

/** Returns the note of a handler that runs one use case. */
export const operationWith = (
  { summary, scope, level, input, proof, file }: Operation,
  params: object = {},
): HandledOperation => ({
  summary,
  scope,
  level,
  proof,
  ...(input && { input }),
  ...(file && { file }),
  params: Object.keys(params),
})

/** The exports of a route. */
export interface RouteModule {
  load?: unknown
  actions?: Readonly<Record<string, unknown>>
  [method: string]: unknown
}

/** Returns the access that the handler of a request notes. A page takes forms, and an endpoint any method. */
export function accessOfHandler(module: RouteModule, method: string, action?: string): Access | undefined {
  const isPage = 'load' in module || 'actions' in module
  if (isPage && method === 'POST') return operationOf(module.actions?.[action ?? 'default'])?.scope
  const asked = method === 'HEAD' && !('HEAD' in module) ? 'GET' : method
  return operationOf(isPage ? asked === 'GET' && module.load : module[asked])?.scope
}
