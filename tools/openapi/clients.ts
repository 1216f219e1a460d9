import ts from 'typescript'
import { z } from 'zod'
import { type Fields, fieldsOf, namedFields } from './fields.ts'
import type { Handler } from './handlers.ts'
import type { Reached } from './reach.ts'
import { declarationOf } from './sources.ts'

/** Lists the endpoints of game clients, as Hono has them. */
export function listClientHandlers(program: ts.Program): Handler[] {
  const found: Handler[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...handlersOf(node))
    ts.forEachChild(node, visit)
  }
  for (const source of program.getSourceFiles())
    if (source.fileName.includes('/client-api/src/')) visit(source)
  return found
}

/**
 * Reads `api.get(path, handler)`, `api.post(…)`, `api.put(…)`, `api.on(getOrPost, paths, handler)` and `api.on('PUT', paths, handler)`. An
 * address below `/place/` is for programs with a token, and is an operation of its own.
 */
function handlersOf(call: ts.CallExpression): Handler[] {
  const [, method = ''] = /^api\.(get|post|put|on)$/.exec(call.expression.getText()) ?? []
  const [first, ...nodes] = method === 'on' ? call.arguments.slice(1) : call.arguments
  if (!method || !first) return []
  const paths = new Set([...first.getText().matchAll(/'(.*?)'/g)].map(([, text = '']) => pathOf(text)))
  const ofPrograms = [...paths].filter((text) => text.startsWith('/place/'))
  const [path = '', ...legacy] = paths.difference(new Set(ofPrograms))
  const comment = ts.getJSDocCommentsAndTags(call.parent).find(ts.isJSDoc)?.comment
  const summary = ts.getTextOfJSDocComment(comment)?.replaceAll(/\s+/g, ' ')
  if (summary === undefined) throw new Error(`no comment describes ${path}`)
  const [, only] = /^'(\w+)'$/.exec(call.arguments[0]?.getText() ?? '') ?? []
  const methods = method === 'on' ? (only ? [only.toLowerCase()] : ['get', 'post']) : [method]
  return methods.flatMap((name): Handler[] => {
    const handler = { method: name, kind: 'client', nodes } as const
    const scope = name === 'get' ? 'data:read' : 'data:write'
    return [
      // Tickets are parameters.
      { ...handler, path, operation: { scope: 'browser', summary }, legacy },
      ...ofPrograms.map((address) => ({ ...handler, path: address, operation: { scope, summary } as const })),
    ]
  })
}

/** Turns `/game/:id{[0-9]+}` into `/game/{id}`. A slash at the end makes no difference. */
const pathOf = (pattern: string): string =>
  pattern
    .replace(/\/$/, '')
    .replaceAll(/:(\w+)(\{[^}]*?(?:\\+(\.\w+))?\})?/g, (_, name, _pattern, end = '') => `{${name}}${end}`)
    .replaceAll('*', '{name}')

/** Describes the query of an endpoint: by its schema, `queryOf(request, assetQuery)`, or by the names of what it reads. */
export async function queryIn(checker: ts.TypeChecker, { calls }: Reached): Promise<Fields> {
  const schema = calls.find(({ expression }) => expression.getText() === 'queryOf')?.arguments[1]
  if (schema) return fieldsOf({ input: await exported(checker, schema) })
  return namedFields(calls.flatMap((call) => /\breq\.query\('(\w+)'\)$/.exec(call.getText())?.[1] ?? []))
}

/** Returns the value of a schema. @throws Error for one that its module does not export */
async function exported(checker: ts.TypeChecker, schema: ts.Expression): Promise<z.ZodType> {
  const name = schema.getText()
  const file = declarationOf(checker, schema)?.getSourceFile().fileName
  const value = file && (await import(file))[name]
  if (value instanceof z.ZodType) return value
  throw new Error(`${file} exports no schema ${name}`)
}
