import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { z } from 'zod'
import type { Input, Way } from './flow.ts'
import { declarationOf, type Sources } from './sources.ts'
import type { Schema } from './type-schemas.ts'
import { isSchema, propertiesOf, requiredOf } from './variants.ts'

/** The fields of a form or the parameters of a query. */
export interface Described {
  properties: Record<string, Schema>
  required: string[]
  files: ReadonlySet<string>
  isOpen: boolean
}

/** Describes what a handler reads, by the schemas that parse it. */
export async function describeInput({ checker }: Sources, input: Input): Promise<Described> {
  const described: Described = { properties: {}, required: [], files: input.files, isOpen: input.isOpen }
  for (const name of input.names) described.properties[name] = { type: 'string' }
  for (const [expression, way] of input.schemas)
    for (const schema of await schemasOf(checker, expression)) add(described, schema, way)
  for (const name of input.files) delete described.properties[name]
  return described
}

function add(described: Described, schema: Schema, { without, isCertain }: Way): void {
  for (const [name, of] of Object.entries(propertiesOf(schema))) {
    if (without.has(name)) continue
    described.properties[name] = asText(of)
  }
  for (const name of isCertain ? requiredOf(schema) : [])
    if (!without.has(name) && !described.required.includes(name)) described.required.push(name)
}

/** Fields are texts, whatever schemas make of them. */
function asText({ type, const: only, enum: several, maxLength, minLength, ...schema }: Schema): Schema {
  const { pattern, anyOf, description } = schema
  const values = several ?? (only === undefined ? undefined : [only])
  const variants = Array.isArray(anyOf) ? anyOf.filter(isSchema).map(asText) : []
  if (type === undefined && variants.length > 0 && variants.every((of) => Array.isArray(of.enum)))
    return { type: 'string', enum: variants.flatMap((of) => of.enum) }
  return {
    type: 'string',
    ...(type === 'string' && Array.isArray(values) && { enum: values }),
    ...(type === 'string' && typeof minLength === 'number' && { minLength }),
    ...(type === 'string' && typeof maxLength === 'number' && { maxLength }),
    ...(type === 'string' && typeof pattern === 'string' && { pattern }),
    ...(typeof description === 'string' && { description }),
  }
}

/**
 * Returns the schemas that an expression names: `input` or `inputs[type]`, which are imported. A schema that no module exports,
 * such as one that a function makes, is described by the types of its fields.
 */
async function schemasOf(checker: ts.TypeChecker, expression: ts.Expression): Promise<Schema[]> {
  const isList = ts.isElementAccessExpression(expression)
  const declaration = declarationOf(checker, isList ? expression.expression : expression)
  const exported =
    declaration && ts.isVariableDeclaration(declaration) ? await importOf(declaration) : undefined
  const schemas = (isList && isSchema(exported) ? Object.values(exported) : [exported]).filter(isZod)
  if (schemas.length === 0) return [typedInput(checker, expression)]
  // Any one schema of a list parses a request.
  return [{ anyOf: schemas.map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) }]
}

const isZod = (value: unknown): value is z.ZodType => value instanceof z.ZodType

async function importOf(declaration: ts.VariableDeclaration): Promise<unknown> {
  const module: Record<string, unknown> = await import(
    pathToFileURL(declaration.getSourceFile().fileName).href
  )
  return module[declaration.name.getText()]
}

/** Describes the fields of a schema by the type of its input. */
function typedInput(checker: ts.TypeChecker, expression: ts.Expression): Schema {
  const type = checker.getTypeAtLocation(expression)
  const kinds = (type.isUnion() ? type.types : [type]).map((kind) => inputOf(checker, expression, kind))
  const variants = kinds.map((input) => {
    const fields = input ? checker.getPropertiesOfType(input) : []
    return {
      properties: Object.fromEntries(fields.map(({ name }) => [name, {}])),
      required: fields.filter((field) => isRequired(checker, field)).map(({ name }) => name),
    }
  })
  return { anyOf: variants }
}

function isRequired(checker: ts.TypeChecker, field: ts.Symbol): boolean {
  if (field.flags & ts.SymbolFlags.Optional) return false
  const type = checker.getTypeOfSymbol(field)
  const isOpen = (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0
  return !isOpen && !(type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined))
}

/** Returns the type of what a Zod schema takes. */
function inputOf(checker: ts.TypeChecker, at: ts.Node, schema: ts.Type): ts.Type | undefined {
  const internals = schema.getProperty('_zod')
  const input = internals && checker.getTypeOfSymbolAtLocation(internals, at).getProperty('input')
  return input && checker.getTypeOfSymbolAtLocation(input, at)
}
