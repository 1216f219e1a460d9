import ts from 'typescript'
import type { Handler } from './handlers.ts'
import { type Reached, redirectsOf } from './reach.ts'
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
  { kind, operation, nodes: [node] }: Handler,
  reached: Reached,
): Results {
  if (kind === 'endpoint' || kind === 'client') {
    const bodies = bodiesOf(checker, types, reached)
    const isRedirectAlone = !bodies && operation.level === undefined && redirectsOf(reached).length > 0
    return new Map(isRedirectAlone ? [] : [[200, bodies ?? { '*/*': { schema: {} } }]])
  }
  const returned = node && returnedBy(checker, node)
  if (!returned) return new Map([[200, json({ type: 'object', additionalProperties: false })]])
  if (kind === 'page') return new Map([[200, json(types.schemaOf(returned))]])
  const kinds = (returned.isUnion() ? returned.types : [returned]).filter((type) => !isFailure(type))
  const results = Map.groupBy(kinds, (type) => statusOf(checker, type))
  // `undefined` is part of every action's type, even if it always returns a result.
  if (results.size > 1) results.delete(204)
  const sent = (type: ts.Type) => types.objectOf(type, ['form', 'pending'])
  return new Map([...results].map(([status, of]) => [status, status === 204 ? {} : json(...of.map(sent))]))
}

/** Whether a type is the result of a form that failed, or a question that programs are not asked. */
const isFailure = ({ aliasSymbol, symbol }: ts.Type): boolean =>
  /^(ActionFailure|FormQuestion|FormFailure)$/.test((aliasSymbol ?? symbol)?.name ?? '')

/** Programs get no name of a form, and no body if nothing else is in the result. */
function statusOf(checker: ts.TypeChecker, type: ts.Type): 200 | 202 | 204 {
  const pending = type.getProperty('pending')
  if (pending && !(checker.getTypeOfSymbol(pending).flags & ts.TypeFlags.Undefined)) return 202
  return type.getProperties().some(({ name }) => name !== 'form') ? 200 : 204
}

function returnedBy(checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures()
  const type = signature && checker.getAwaitedType(signature.getReturnType())
  // The type in `NoInfer<…>`.
  return type && type.flags & ts.TypeFlags.Substitution ? (type as ts.SubstitutionType).baseType : type
}

const mediaType = /^((?:text|image|application|binary|audio|multipart)\/[\w.+-]+)(?:; [\w=.-]+)*$/

/** Describes JSON by the types of its values, and other bodies by the media types that the code names. */
function bodiesOf(
  checker: ts.TypeChecker,
  types: TypeSchemas,
  { texts, calls }: Reached,
): Bodies | undefined {
  const media = new Set([...texts].flatMap((text) => mediaType.exec(text)?.[1] ?? []))
  // Requests have forms.
  media.delete('application/x-www-form-urlencoded')
  const written = calls
    .filter(({ expression }) => /^(Response\.|c\.)?json$/.test(expression.getText()))
    // A status of its own is that of a refusal.
    .filter(({ arguments: [, init] }) => !/\bstatus\b/.test(init?.getText() ?? ''))
    .flatMap(
      ({ arguments: [value] }) => (value && checker.getAwaitedType(checker.getTypeAtLocation(value))) ?? [],
    )
  const known = written.filter(({ flags }) => !(flags & ts.TypeFlags.Unknown))
  const isAnyValue = written.length > 0 && media.delete('application/json')
  // JSON that is sent as text can be any value.
  const schemas = isAnyValue ? [{}] : (known.length > 0 ? known : written).map((type) => types.schemaOf(type))
  if (media.size + schemas.length === 0) return undefined
  const isText = (name: string) => /^text\/|xml$/.test(name)
  const others = [...media].map((name) => [name, { schema: isText(name) ? { type: 'string' } : {} }])
  return { ...Object.fromEntries(others), ...(schemas.length > 0 && json(...schemas)) }
}
