import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { z } from 'zod'
import { certain, type Input, type Way } from './flow.ts'
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
  // A schema that only some requests reach does not limit the others, so schemas that all requests reach have the last word.
  const byCertainty = [...input.schemas].toSorted(
    ([, one], [, other]) => Number(one.isCertain) - Number(other.isCertain),
  )
  for (const [expression, way] of byCertainty)
    for (const schema of await schemasOf(checker, expression)) add(described, schema, way)
  for (const name of input.files) delete described.properties[name]
  return described
}

/**
 * Describes the fields that the schema of a use case parses.
 *
 * @param without fields that come from elsewhere
 */
export function describeFields(schema: z.ZodType, without: readonly string[]): Described {
  const described: Described = { properties: {}, required: [], files: new Set(), isOpen: false }
  // Behind `z.preprocess` is the schema of the fields. It may fill in fields that are left out.
  const isPrepared = schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform
  const fields = schemaOf(isPrepared ? (schema.out as z.ZodType) : schema)
  if (!isSchema(fields)) return described
  const optional = new Set(isPrepared ? Object.keys(Object((schema.in as z.ZodType).parse({}))) : [])
  add(described, fields, { ...certain, without: new Set(without), optional })
  return { ...described, isOpen: isSchema(fields.additionalProperties) }
}

function add(described: Described, schema: Schema, { without, optional, isCertain }: Way): void {
  for (const [name, of] of Object.entries(propertiesOf(schema))) {
    if (without.has(name)) continue
    described.properties[name] = asField(of)
  }
  for (const name of isCertain ? requiredOf(schema) : [])
    if (!without.has(name) && !optional.has(name) && !described.required.includes(name))
      described.required.push(name)
}

/** Fields are texts or numbers, whatever schemas make of them. */
const asField = (schema: Schema): Schema =>
  schema.type === 'integer' || schema.type === 'number' ? schema : asText(schema)

function asText({ type, const: only, enum: several, maxLength, minLength, ...schema }: Schema): Schema {
  const { pattern, anyOf, description } = schema
  const values = several ?? (only === undefined ? undefined : [only])
  const variants = Array.isArray(anyOf) ? anyOf.filter(isSchema).map(asText) : []
  if (type === undefined && variants.length > 0 && variants.every((of) => Array.isArray(of.enum)))
    return { type: 'string', enum: variants.flatMap((of) => of.enum) }
  const isVaried = type === undefined && variants.length > 1 && variants.every(isBounded)
  return {
    type: 'string',
    ...(isVaried && { anyOf: variants }),
    ...(type === 'string' && Array.isArray(values) && { enum: values }),
    ...(type === 'string' && typeof minLength === 'number' && { minLength }),
    ...(type === 'string' && typeof maxLength === 'number' && { maxLength }),
    ...(type === 'string' && typeof pattern === 'string' && { pattern }),
    ...(typeof description === 'string' && { description }),
  }
}

/** Whether a schema limits the texts that it accepts. */
const isBounded = ({ enum: several, pattern, maxLength }: Schema): boolean =>
  [several, pattern, maxLength].some((limit) => limit !== undefined)

/** Stands for values that the configuration of a site decides. */
export const configured = '…'

const switchedOff = { Emails: false, Keys: { Enabled: false, Prefix: configured } }

/** Arguments of functions that make schemas. Only names of fields and limits that no configuration changes are described. */
const given: Readonly<Record<string, unknown[]>> = {
  createWebhookInput: ['platform', false],
  profileInput: [{ themes: [configured], languages: [configured] }],
  providerRegisterInput: [switchedOff],
  registerInput: [switchedOff],
}

/**
 * Returns the schemas that an expression names: `input`, `inputs[type]` or `makeInput(…)`, which are imported. A schema that no
 * module exports is described by the types of its fields.
 */
async function schemasOf(checker: ts.TypeChecker, expression: ts.Expression): Promise<Schema[]> {
  const isList = ts.isElementAccessExpression(expression)
  const named = ts.isCallExpression(expression) ? expression.expression : expression
  const declaration = declarationOf(checker, isList ? expression.expression : named)
  const maker = makerOf(declaration)
  if (maker) return schemasOf(checker, maker)
  const exported = declaration && hasName(declaration) ? await importOf(declaration) : undefined
  const made = typeof exported === 'function' ? madeBy(exported) : exported
  const schemas = (isList && isSchema(made) ? Object.values(made) : [made]).filter(isZod)
  if (schemas.length === 0) return [typedInput(checker, expression)]
  // Any one schema of a list parses a request.
  return [{ anyOf: schemas.map(schemaOf) }]
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { pattern } = jsonSchema
      const bounds = pattern === undefined ? undefined : boundsOf(zodSchema, new RegExp(pattern))
      if (bounds) {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, bounds)
        return
      }
      const meaning = meaningOf(zodSchema)
      if (meaning !== undefined) jsonSchema.description ??= meaning
      if (jsonSchema.enum?.includes(configured)) delete jsonSchema.enum
      if (pattern === undefined || pattern.startsWith(spaces) || !isTrimmed(zodSchema)) return
      jsonSchema.pattern = `${spaces}${pattern.slice(1, -1)}\\s*$`
    },
  })

/** Returns the limits of a text that has digits alone and becomes a number; undefined for any other. */
function boundsOf(schema: z.core.$ZodType, pattern: RegExp): Schema | undefined {
  if (!(schema instanceof z.ZodPipe && schema.out instanceof z.ZodNumber)) return undefined
  if (!pattern.test('1') || ['', '1.5', '1e3', '+1'].some((text) => pattern.test(text))) return undefined
  const { minValue, maxValue } = schema.out
  return {
    type: 'integer',
    minimum: Math.max(minValue ?? 0, pattern.test('-1') ? -Infinity : 0),
    maximum: Math.min(maxValue ?? Infinity, Number.MAX_SAFE_INTEGER),
  }
}

/** Describes limits that a pattern cannot express: those of a text without the spaces around it. */
function meaningOf(schema: z.core.$ZodType): string | undefined {
  if (!(schema instanceof z.ZodPipe)) return undefined
  const { out } = schema
  if (out instanceof z.ZodString && out.maxLength !== null)
    return `${out.minLength ?? 0} to ${out.maxLength} characters.`
  return out instanceof z.ZodArray ? 'A list, separated by commas.' : undefined
}

/** Begins the pattern of a text whose spaces around it are ignored. */
const spaces = '^\\s*'

/** Whether a schema trims a text. Zod stores `trim` as a check that overwrites its value. */
const isTrimmed = ({ _zod }: z.core.$ZodType): boolean =>
  _zod.def.checks?.some((check) => check._zod.def.check === 'overwrite') === true

const isZod = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** Returns the call that makes a local schema: `const schema = makeInput(…)`. */
const makerOf = (declaration: ts.Declaration | undefined): ts.CallExpression | undefined =>
  declaration &&
  ts.isVariableDeclaration(declaration) &&
  declaration.initializer &&
  ts.isCallExpression(declaration.initializer) &&
  ts.isIdentifier(declaration.initializer.expression)
    ? declaration.initializer
    : undefined

const hasName = (node: ts.Declaration): node is ts.VariableDeclaration | ts.FunctionDeclaration =>
  ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)

function madeBy(make: object): unknown {
  const { name } = make as { name: string }
  if (!given[name]) throw new Error(`tools/openapi/inputs.ts lacks the arguments of ${name}`)
  return (make as (...values: unknown[]) => unknown)(...given[name])
}

async function importOf(declaration: ts.VariableDeclaration | ts.FunctionDeclaration): Promise<unknown> {
  const module: Record<string, unknown> = await import(
    pathToFileURL(declaration.getSourceFile().fileName).href
  )
  return module[declaration.name?.getText() ?? '']
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
