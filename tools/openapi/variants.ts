import { isDeepStrictEqual } from 'node:util'
import type { Schema } from './type-schemas.ts'

/** Returns the properties of an object, of all variants of a union. */
export function propertiesOf(schema: Schema): Record<string, Schema> {
  const properties = { ...schema.properties }
  for (const part of partsOf(schema)) Object.assign(properties, propertiesOf(part))
  const variants = variantsOf(schema).map(propertiesOf)
  for (const name of new Set(variants.flatMap(Object.keys))) {
    const kinds = variants.map((variant) => variant[name]).filter((kind) => kind !== undefined)
    // A variant without the field ignores it, whatever its value is.
    properties[name] = kinds.length < variants.length ? {} : kinds.reduce(eitherOf)
  }
  return properties
}

/** Joins the values of a field that differs between variants: `Warning` of one, `Ban` of another. */
function eitherOf(one: Schema, other: Schema): Schema {
  const [these, those] = [valuesOf(one), valuesOf(other)]
  if (these && those) return { type: 'string', enum: [...new Set([...these, ...those])] }
  return isDeepStrictEqual(one, other) ? one : {}
}

function valuesOf({ enum: several, const: only }: Schema): unknown[] | undefined {
  if (Array.isArray(several)) return several
  return only === undefined ? undefined : [only]
}

/** Returns the names of the fields that every variant requires. */
export function requiredOf(schema: Schema): string[] {
  const [first = [], ...others] = variantsOf(schema).map(requiredOf)
  return [
    ...(schema.required ?? []),
    ...partsOf(schema).flatMap(requiredOf),
    ...first.filter((name) => others.every((of) => of.includes(name))),
  ]
}

const variantsOf = ({ anyOf, oneOf }: Schema) => [anyOf, oneOf].flat().filter(isSchema)

const partsOf = ({ allOf }: Schema) => [allOf].flat().filter(isSchema)

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
