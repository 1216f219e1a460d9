import ts from 'typescript'
import type { Handler } from './handlers.ts'
import { needsUser, type Reached } from './reach.ts'
import { oneOf, type Schema, type TypeSchemas } from './type-schemas.ts'

/** Bodies by media type; none: the response has no body. */
type Bodies = Record<string, { schema: Schema }>

/** Results that programs get when a request succeeds, by status. */
export type Results = ReadonlyMap<number, Bodies>

const json = (...schemas: Schema[]): Bodies => ({ 'application/json': { schema: oneOf(schemas) } })

/** Describes the results of a handler. */
export function resultsOf(
  checker: ts.TypeChecker,
  types: TypeSchemas,
  { kind, nodes: [node] }: Handler,
  reached: Reached,
): Results {
  if (kind === 'endpoint' || kind === 'client') return resultsOfEndpoint(checker, types, reached)
  const returned = node && returnedBy(checker, node)
  if (kind === 'page') return new Map([[200, json(returned ? types.schemaOf(returned) : closed)]])
  const kinds = returned?.isUnion() ? returned.types : [returned].filter((type) => type !== undefined)
  const schemas = kinds.filter((type) => !isFailure(type)).map((type) => resultOf(checker, types, type))
  const results = Map.groupBy(schemas, ({ status }) => status)
  // `undefined` is part of every action's type, even if it always returns a result.
  if (results.size > 1) results.delete(204)
  return new Map(
    [...results].map(([status, of]) => [
      status,
      status === 204 ? {} : json(...of.map(({ schema }) => schema)),
    ]),
  )
}

const closed: Schema = { type: 'object', additionalProperties: false }

/** Whether a type is the result of a form that failed, or a question that programs are not asked. */
const isFailure = ({ aliasSymbol, symbol }: ts.Type): boolean =>
  /^(ActionFailure|FormQuestion|FormFailure)$/.test((aliasSymbol ?? symbol)?.name ?? '')

function resultOf(checker: ts.TypeChecker, types: TypeSchemas, type: ts.Type) {
  const isObject = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
  const schema = isObject ? types.objectOf(type, ['form', 'pending']) : closed
  const pending = type.getProperty('pending')
  const isPending = pending && !(checker.getTypeOfSymbol(pending).flags & ts.TypeFlags.Undefined)
  return { schema, status: schema.properties === undefined ? 204 : isPending ? 202 : 200 }
}

function returnedBy(checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures()
  const type = signature && checker.getAwaitedType(signature.getReturnType())
  // The type in `NoInfer<…>`.
  return type && type.flags & ts.TypeFlags.Substitution ? (type as ts.SubstitutionType).baseType : type
}

const mediaType = /^((?:text|image|application|binary|audio|multipart)\/[\w.+-]+)(?:; [\w=.-]+)*$/

/** Describes JSON by the types of its values, and other bodies by the media types that the code names. */
function resultsOfEndpoint(checker: ts.TypeChecker, types: TypeSchemas, reached: Reached): Results {
  const { statuses, texts, calls } = reached
  if (statuses.has(204)) return new Map([[204, {}]])
  const media = new Set([...texts].flatMap((text) => mediaType.exec(text)?.[1] ?? []))
  // Requests have forms.
  media.delete('application/x-www-form-urlencoded')
  const others = [...media].map((name) => [
    name,
    { schema: /^text\/|xml$/.test(name) ? { type: 'string' } : {} },
  ])
  const written = calls
    .filter(({ expression }) => /^(Response\.)?json$/.test(expression.getText()))
    .flatMap(({ arguments: [value] }) => (value ? [checker.getTypeAtLocation(value)] : []))
    .map((type) => types.schemaOf(checker.getAwaitedType(type) ?? type))
  const bodies = { ...Object.fromEntries(others), ...(written.length > 0 && json(...written)) }
  if (Object.keys(bodies).length > 0) return new Map([[200, bodies]])
  const isRedirectAlone = !needsUser(reached) && [301, 302, 303].some((status) => statuses.has(status))
  return new Map(isRedirectAlone ? [] : [[200, { '*/*': { schema: {} } }]])
}
