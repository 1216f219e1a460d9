import ts from 'typescript'
import type { Reached } from './reach.ts'
import { declarationOf, type Sources } from './sources.ts'

/** An endpoint of game clients, as Hono has it. */
export interface ClientEndpoint {
  path: string
  methods: ('get' | 'post')[]
  /** The handlers and what checks requests before them. */
  nodes: ts.Node[]
  /** The path in use today, if this one is kept for old clients. */
  legacyOf?: string
}

const folder = '/client-api/src/'

/** Lists the endpoints of game clients with their legacy paths. */
export function listClientEndpoints({ program }: Sources): ClientEndpoint[] {
  const found: ClientEndpoint[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...endpointsOf(node))
    ts.forEachChild(node, visit)
  }
  for (const source of program.getSourceFiles()) if (source.fileName.includes(folder)) visit(source)
  return found
}

function endpointsOf({ expression, arguments: given }: ts.CallExpression): ClientEndpoint[] {
  if (!ts.isPropertyAccessExpression(expression) || expression.expression.getText() !== 'api') return []
  const method = expression.name.text
  const [first, second, ...others] = given
  if (!first || !second) return []
  if (method === 'get' || method === 'post')
    return [{ path: pathOf(textsIn(first)[0] ?? ''), methods: [method], nodes: [second, ...others] }]
  if (method !== 'on') return []
  const named = textsIn(first).map((name) => name.toLowerCase())
  const methods: ('get' | 'post')[] = named.length === 1 && named[0] === 'post' ? ['post'] : ['get', 'post']
  // A slash at the end makes no difference.
  const [path = '', ...legacy] = new Set(textsIn(second).map((text) => pathOf(text.replace(/\/$/, ''))))
  return [
    { path, methods, nodes: others },
    ...legacy.map((old) => ({ path: old, methods, nodes: others, legacyOf: path })),
  ]
}

function textsIn(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node)) return [node.text]
  return ts.isArrayLiteralExpression(node) ? node.elements.flatMap(textsIn) : []
}

/** Turns `/game/:id{[0-9]+}` into `/game/{id}`. */
const pathOf = (pattern: string): string =>
  pattern
    .replaceAll(
      /:(\w+)(\{[^}]*?(?:\\(\.\w+))?\})?/g,
      (_, name, _pattern, ending = '') => `{${name}}${ending}`,
    )
    .replaceAll('*', '{name}')

/** Where an endpoint's schema of its query is declared. */
interface SchemaPlace {
  file: string
  name: string
}

/** Returns the schema with which an endpoint parses its query: `queryOf(request, assetQuery)`. */
export function querySchemaIn({ checker }: Sources, { calls }: Reached): SchemaPlace | undefined {
  for (const call of calls) {
    const [, schema] = call.arguments
    if (call.expression.getText() !== 'queryOf' || !schema) continue
    const declaration = declarationOf(checker, schema)
    if (declaration) return { file: declaration.getSourceFile().fileName, name: schema.getText() }
  }
  return undefined
}

/** Returns the parameters of the query that endpoints read: `query('id')` or `const { ticket } = query()`. */
export function queryNamesIn({ calls }: Reached): string[] {
  const names = calls.flatMap((call) => {
    if (!/\b(req|request)\.query$/.test(call.expression.getText())) return []
    const [name] = call.arguments
    if (name) return textsIn(name)
    const { parent } = call
    return ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)
      ? parent.name.elements.map((element) => (element.propertyName ?? element.name).getText())
      : []
  })
  return [...new Set(names)]
}
