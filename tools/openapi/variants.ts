import { isDeepStrictEqual } from 'node:util'
import { isSchema, type Schema } from './type-schemas.ts'

/** Describes an object with variants as one object. It requires the fields that every variant requires. */
export function flattened(schema: Schema) {
  const variants = Array.isArray(schema.oneOf) ? schema.oneOf.filter(isSchema) : [schema]
  const names = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const valuesOf = (name: string) => eitherOf(variants.map(({ properties }) => properties?.[name]))
  return {
    properties: Object.fromEntries(names.map((name) => [name, valuesOf(name)])),
    required: names.filter((name) => variants.every(({ required = [] }) => required.includes(name))),
    isOpen: variants.some(({ additionalProperties }) => isSchema(additionalProperties)),
  }
}

/** Joins the values of a field that differs between variants: `Warning` of one, `Ban` of another. */
function eitherOf([first = {}, ...others]: readonly (Schema | undefined)[]): Schema {
  if (others.every((other) => isDeepStrictEqual(first, other))) return first
  const values = [first, ...others].map((of) => of?.enum)
  // A variant without the field ignores it, whatever its value is.
  return values.every(Array.isArray) ? { type: 'string', enum: [...new Set(values.flat())] } : {}
}
