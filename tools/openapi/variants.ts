import { isDeepStrictEqual } from 'node:util'
import { isSchema, type Schema } from './type-schemas.ts'

type Flat = Schema & Required<Pick<Schema, 'properties' | 'required'>>

/** Describes an object of several parts or variants as one object. It requires the fields that every variant requires. */
export function flattened(schema: Schema): Flat {
  const parts = schemasIn(schema.allOf).map(flattened)
  const variants = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)].map(flattened)
  const [first, ...others] = variants
  const names = new Set(variants.flatMap(({ properties }) => Object.keys(properties)))
  const varied = [...names].map((name) => [
    name,
    eitherOf(variants.map(({ properties }) => properties[name])),
  ])
  return {
    ...schema,
    properties: Object.assign(
      { ...schema.properties },
      ...parts.map(({ properties }) => properties),
      Object.fromEntries(varied),
    ),
    required: [
      ...(schema.required ?? []),
      ...parts.flatMap(({ required }) => required),
      ...(first?.required ?? []).filter((name) => others.every(({ required }) => required.includes(name))),
    ],
  }
}

/** Joins the values of a field that differs between variants: `Warning` of one, `Ban` of another. */
function eitherOf([first = {}, ...others]: readonly (Schema | undefined)[]): Schema {
  if (others.every((other) => isDeepStrictEqual(first, other))) return first
  const values = [first, ...others].map((of) => of?.enum)
  // A variant without the field ignores it, whatever its value is.
  return values.every(Array.isArray) ? { type: 'string', enum: [...new Set(values.flat())] } : {}
}

const schemasIn = (value: unknown): Schema[] => [value].flat().filter(isSchema)
