import { maxFieldBytes } from '@baseplate/service/form-limits'
import { fieldExamples, parameterExamples } from './notes/examples.ts'
import type { Schema } from './type-schemas.ts'

type Example = string | number | undefined

/** Maximum size of a request line with headers in Node.js, in bytes. No parameter can be longer. */
const maxParameterLength = 16_384

/** A parameter of an operation. */
export interface Parameter {
  name: string
  in: string
  description?: string
  example?: Example
  schema: Schema
}

/** Gives a field its bounds and an example. @throws Error if it has no example */
export function withFieldValues(name: string, field: Schema): Schema {
  if (field.format === 'binary') return field
  const [noted] = Array.isArray(field.examples) ? field.examples : []
  const example = noted ?? exampleOf(field) ?? required(fieldExamples[name], `the field ${name}`)
  return { ...bounded(field, maxFieldBytes), examples: [fitting(example, field)] }
}

/** Gives a parameter its bounds and an example. @throws Error if it has no example */
export function giveValues(parameter: Parameter): void {
  const { in: where, name, schema } = parameter
  parameter.schema = bounded(schema, maxParameterLength)
  const { example = exampleOf(schema) } = parameter
  parameter.example = fitting(
    example ?? required(parameterExamples[where]?.[name], `the ${where} parameter ${name}`),
    schema,
  )
}

/** Converts an example to the type of its schema, because fields of one name share it and may differ in type. */
const fitting = (example: string | number, { type }: Schema): string | number =>
  type === 'integer' ? Number(example) : String(example)

/** Returns an example from the schema itself: a value of its enum, or the minimum of a number. */
function exampleOf({ enum: several, type, minimum = 1 }: Schema): Example {
  const listed: Example[] = Array.isArray(several) ? several : []
  return listed[0] ?? (type === 'integer' || type === 'number' ? Number(minimum) : undefined)
}

function required(example: Example, what: string): string | number {
  if (example === undefined) throw new Error(`tools/openapi/notes/examples.ts has no example of ${what}`)
  return example
}

const limits = ['enum', 'pattern', 'maxLength', 'format', 'anyOf', 'const']

/** Adds bounds where the code sets none: the size of a form or of a request's head for a text, 0 and above for an integer. */
function bounded(schema: Schema, maxLength: number): Schema {
  if (schema.type === 'integer') return { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...schema }
  return schema.type === 'string' && !limits.some((limit) => limit in schema)
    ? { ...schema, maxLength }
    : schema
}
