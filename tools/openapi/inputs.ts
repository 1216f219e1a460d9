import { z } from 'zod'
import type { Schema } from './type-schemas.ts'
import { isSchema, propertiesOf, requiredOf } from './variants.ts'

/** The fields of a form or the parameters of a query. */
export interface Described {
  properties: Record<string, Schema>
  required: string[]
  files: ReadonlySet<string>
  isOpen: boolean
}

/** Describes fields that a handler reads by their names. */
export const describeNames = (names: readonly string[]): Described => ({
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: [],
  files: new Set(),
  isOpen: false,
})

/** Describes the fields of a schema that a module exports. */
export async function describeExported({ file, name }: { file: string; name: string }): Promise<Described> {
  const { [name]: schema } = await import(file)
  if (!(schema instanceof z.ZodType)) throw new Error(`${file} exports no schema ${name}`)
  return describeFields(schema, [])
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
  const filled = isPrepared ? Object.keys(Object((schema.in as z.ZodType).parse({}))) : []
  for (const [name, of] of Object.entries(propertiesOf(fields)))
    if (!without.includes(name)) described.properties[name] = asField(of)
  const required = requiredOf(fields).filter((name) => !without.includes(name) && !filled.includes(name))
  return { ...described, required, isOpen: isSchema(fields.additionalProperties) }
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
