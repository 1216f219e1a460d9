import ts from 'typescript'
import type { Sources } from './sources.ts'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export interface Schema {
  [keyword: string]: unknown
  properties?: Record<string, Schema>
  required?: string[]
}

/** Describes types of TypeScript as the JSON that their values become. Named types are components. */
export class TypeSchemas {
  readonly components: Record<string, Schema> = {}
  readonly #checker: ts.TypeChecker
  readonly #names = new Map<ts.Type, string>()
  readonly #open = new Set<ts.Type>()

  constructor({ checker }: Sources) {
    this.#checker = checker
  }

  schemaOf(type: ts.Type): Schema {
    return this.#primitive(type) ?? this.#union(type) ?? this.#list(type) ?? this.#named(type)
  }

  /** Describes an object without some of its properties. */
  objectOf(type: ts.Type, without: readonly string[] = []): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (without.includes(property.name) || property.name.startsWith('__@')) continue
      const of = this.#checker.getTypeOfSymbol(property)
      if (isLeftOut(of) || isOfPages(of)) continue
      const description = ts.displayPartsToString(property.getDocumentationComment(this.#checker))
      properties[property.name] = { ...this.schemaOf(of), ...(description && { description }) }
      if (!(property.flags & ts.SymbolFlags.Optional) && !mayBeUndefined(of)) required.push(property.name)
    }
    const [index] = this.#checker.getIndexInfosOfType(type)
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? this.schemaOf(index.type) : false,
    }
  }

  #primitive(type: ts.Type): Schema | undefined {
    const { flags, symbol } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.isStringLiteral()) return { type: 'string', enum: [type.value] }
    if (type.isNumberLiteral()) return { type: 'number', enum: [type.value] }
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' }
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' }
    if (flags & ts.TypeFlags.BigIntLike) return { type: 'integer' }
    if (flags & ts.TypeFlags.BooleanLiteral)
      return { type: 'boolean', enum: [this.#checker.typeToString(type) === 'true'] }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (symbol?.name === 'Date') return { type: 'string', format: 'date-time' }
    return undefined
  }

  #union(type: ts.Type): Schema | undefined {
    if (!type.isUnion()) return undefined
    const kinds = type.types.filter((kind) => !isLeftOut(kind)).map((kind) => this.schemaOf(kind))
    const merged = new Map<string, Schema>()
    const others: Schema[] = []
    for (const kind of kinds) {
      const isMergeable = Array.isArray(kind.enum) || Object.keys(kind).join() === 'type'
      const known = merged.get(String(kind.type))
      if (!isMergeable) others.push(kind)
      else if (!known) merged.set(String(kind.type), kind)
      else if (Array.isArray(known.enum) && Array.isArray(kind.enum))
        merged.set(String(kind.type), { ...known, enum: [...new Set([...known.enum, ...kind.enum])].sort() })
      else merged.set(String(kind.type), { type: kind.type })
    }
    const all = [...merged.values().map(withoutWholeEnum), ...unique(others)]
    const [only] = all
    return all.length === 1 && only ? only : withNull(all)
  }

  #list(type: ts.Type): Schema | undefined {
    if (this.#checker.isTupleType(type)) {
      const items = this.#checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', prefixItems: items.map((item) => this.#elementOf(item)), items: false }
    }
    if (!this.#checker.isArrayType(type)) return undefined
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference)
    return {
      type: 'array',
      items: item && !(item.flags & ts.TypeFlags.Never) ? this.#elementOf(item) : false,
    }
  }

  /** JSON has null for an element that is undefined. */
  #elementOf(type: ts.Type): Schema {
    const schema = this.schemaOf(type)
    return mayBeUndefined(type) ? withNull([schema, { type: 'null' }]) : schema
  }

  #named(type: ts.Type): Schema {
    const name = this.#nameOf(type)
    if (name === undefined) {
      if (this.#open.has(type)) return {}
      this.#open.add(type)
      const schema = this.objectOf(type)
      this.#open.delete(type)
      return schema
    }
    if (!this.#names.has(type)) {
      this.#names.set(type, name)
      // Holds the name while the type refers to itself.
      this.components[name] = {}
      const description = this.#descriptionOf(type)
      this.components[name] = { ...(description && { description }), ...this.objectOf(type) }
    }
    return { $ref: `#/components/schemas/${this.#names.get(type)}` }
  }

  /** Returns the name of a component. Types with arguments and anonymous ones have none. */
  #nameOf(type: ts.Type): string | undefined {
    const known = this.#names.get(type)
    if (known !== undefined) return known
    const hasArguments =
      (type.aliasTypeArguments?.length ?? 0) > 0 ||
      (!type.aliasSymbol && isReference(type) && this.#checker.getTypeArguments(type).length > 0)
    const { name } = type.aliasSymbol ?? type.symbol ?? {}
    if (hasArguments || name === undefined || name.startsWith('__')) return undefined
    let free = name
    for (let number = 2; free in this.components; number++) free = `${name}${number}`
    return free
  }

  #descriptionOf(type: ts.Type): string {
    const symbol = type.aliasSymbol ?? type.symbol
    return ts.displayPartsToString(symbol?.getDocumentationComment(this.#checker) ?? [])
  }
}

const isReference = (type: ts.Type): type is ts.TypeReference =>
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0

/** JSON leaves out functions and undefined values. */
const isLeftOut = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0 ||
  type.getCallSignatures().length > 0

/** Messages about an invalid query. Programs get a refusal instead. */
const isOfPages = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).some(({ symbol }) => symbol?.name === 'RefusedFields')

const mayBeUndefined = (type: ts.Type): boolean =>
  type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)

const withoutWholeEnum = (schema: Schema): Schema =>
  schema.type === 'boolean' && Array.isArray(schema.enum) && schema.enum.length > 1
    ? { type: 'boolean' }
    : schema

const unique = (schemas: readonly Schema[]): Schema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
]

/** Writes a type or null as one schema where it can: `{"type":["string","null"]}`. */
function withNull(schemas: readonly Schema[]): Schema {
  const others = schemas.filter(({ type }) => type !== 'null')
  const [only] = others
  if (others.length < schemas.length && others.length === 1 && typeof only?.type === 'string')
    return {
      ...only,
      type: [only.type, 'null'],
      ...(Array.isArray(only.enum) && { enum: [...only.enum, null] }),
    }
  return { anyOf: [...schemas] }
}
