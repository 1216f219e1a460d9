import ts from 'typescript'
import { needsUser, type Reached } from './reach.ts'
import type { Handler, Sources } from './sources.ts'
import type { Schema, TypeSchemas } from './type-schemas.ts'

/** Bodies by media type; none: the response has no body. */
export type Bodies = Record<string, Schema>

/** Describes the results of a page or an action that programs get when it succeeds, by status. */
export function describeResults(
  { checker }: Sources,
  types: TypeSchemas,
  handler: Handler,
): Map<number, Bodies> {
  const returned = handler.node && returnedBy(checker, handler.node)
  if (handler.kind === 'page')
    return new Map([[200, { 'application/json': returned ? types.schemaOf(returned) : closed }]])
  const results = new Map<number, Schema[]>()
  for (const type of returned ? kindsOf(returned) : []) {
    if (isFailure(type)) continue
    const schema = isObject(type) ? types.objectOf(type, ['form', 'pending']) : closed
    const isPending =
      isObject(type) && checker.getPropertyOfType(type, 'pending') && !isAbsent(checker, type, 'pending')
    const status = schema.properties === undefined ? 204 : isPending ? 202 : 200
    results.set(status, [...(results.get(status) ?? []), schema])
  }
  // `undefined` is part of every action's type, even if it always returns a result.
  if (results.size > 1) results.delete(204)
  return new Map(
    [...results].map(([status, schemas]) => [
      status,
      status === 204 ? {} : { 'application/json': oneOf(schemas) },
    ]),
  )
}

const closed: Schema = { type: 'object', additionalProperties: false }

const kindsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type])

/** Whether a type is the result of a form that failed, or a question that programs are not asked. */
const isFailure = ({ aliasSymbol, symbol }: ts.Type): boolean =>
  /^(ActionFailure|FormQuestion|FormFailure)$/.test(aliasSymbol?.name ?? symbol?.name ?? '')

const isObject = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0

function isAbsent(checker: ts.TypeChecker, type: ts.Type, name: string): boolean {
  const property = checker.getPropertyOfType(type, name)
  return !property || (checker.getTypeOfSymbol(property).flags & ts.TypeFlags.Undefined) !== 0
}

function returnedBy(checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures()
  const returned = signature && checker.getAwaitedType(signature.getReturnType())
  return returned && isMarked(returned) ? returned.baseType : returned
}

/** Whether a type is `NoInfer<…>` of another one. */
const isMarked = (type: ts.Type): type is ts.SubstitutionType =>
  (type.flags & ts.TypeFlags.Substitution) !== 0

const oneOf = (schemas: readonly Schema[]): Schema => {
  const [only = {}] = schemas
  return schemas.length > 1 ? { anyOf: [...schemas] } : only
}

/** Describes what an endpoint returns when it succeeds, by status. */
export function describeEndpoint(
  sources: Sources,
  types: TypeSchemas,
  reached: Reached,
): Map<number, Bodies> {
  const bodies = bodiesOf(sources, types, reached)
  const { statuses } = reached
  if (statuses.has(204)) return new Map([[204, {}]])
  if (Object.keys(bodies).length > 0) return new Map([[200, bodies]])
  const isRedirectAlone = !needsUser(reached) && [...statuses].some(isRedirect)
  return isRedirectAlone ? new Map() : new Map([[200, { '*/*': {} }]])
}

const isRedirect = (status: number) => status >= 301 && status <= 303

/** Describes JSON by the types of its values, and other bodies by their media type. */
function bodiesOf({ checker }: Sources, types: TypeSchemas, { calls, texts }: Reached): Bodies {
  const bodies: Bodies = {}
  const written = calls.filter(({ expression }) => /^(Response\.)?json$/.test(expression.getText()))
  const schemas = written.flatMap(({ arguments: [value] }) =>
    value ? [types.schemaOf(awaited(checker, checker.getTypeAtLocation(value)))] : [],
  )
  if (schemas.length > 0) bodies['application/json'] = oneOf(schemas)
  for (const text of texts) {
    const media = mediaType.exec(text)?.[1]
    if (media !== undefined && !ofRequests.has(media))
      bodies[media] ??= isText(media) ? { type: 'string' } : {}
  }
  return bodies
}

const awaited = (checker: ts.TypeChecker, type: ts.Type) => checker.getAwaitedType(type) ?? type

const mediaType = /^((?:text|image|application|binary|audio|multipart)\/[\w.+-]+)(?:; [\w=.-]+)*$/

const ofRequests = new Set(['application/x-www-form-urlencoded'])

const isText = (media: string) => /^text\/|xml$/.test(media)
