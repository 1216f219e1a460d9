import ts from 'typescript'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export interface Schema {
  [keyword: string]: unknown
  properties?: Record<string, Schema>
  required?: string[]
}

const simpleTypes: readonly [flags: ts.TypeFlags, type: string][] = [
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'integer'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
]

/** Describes types of TypeScript as the JSON that their values become. Named types are components. */
export class TypeSchemas {
  readonly components: Record<string, Schema> = {}
  readonly #checker: ts.TypeChecker
  readonly #names = new Map<ts.Type, string>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  schemaOf(type: ts.Type): Schema {
    if (type.isUnion()) return this.#union(type.types)
    const simple = simpleTypes.find(([flags]) => type.flags & flags)?.[1]
    if (simple) return { type: simple, ...this.#valueOf(type) }
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (type.symbol?.name === 'Date') return { type: 'string', format: 'date-time' }
    return this.#list(type) ?? this.#named(type)
  }

  /** Describes an object without some of its properties. */
  objectOf(type: ts.Type, without: readonly string[] = []): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of type.getProperties()) {
      const of = this.#checker.getTypeOfSymbol(property)
      if (without.includes(property.name) || property.name.startsWith('__@') || isLeftOut(of)) continue
      properties[property.name] = { ...this.schemaOf(of), ...this.#commentOn(property) }
      if (!(property.flags & ts.SymbolFlags.Optional) && !mayBeUndefined(of)) required.push(property.name)
    }
    const index = type.getStringIndexType() ?? type.getNumberIndexType()
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? this.schemaOf(index) : false,
    }
  }

  /** Returns the only value of a literal type. */
  #valueOf(type: ts.Type): { enum?: unknown[] } {
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] }
    const isBoolean = type.flags & ts.TypeFlags.BooleanLiteral
    return isBoolean ? { enum: [this.#checker.typeToString(type) === 'true'] } : {}
  }

  #union(types: readonly ts.Type[]): Schema {
    const kinds = types.filter((type) => !isLeftOut(type)).map((type) => this.schemaOf(type))
    // Values of one type are one kind, and so are equal schemas.
    const groups = Map.groupBy(kinds, (kind) => (isSimple(kind) ? kind.type : JSON.stringify(kind)))
    return oneOf([...groups.values().map(merged)])
  }

  #list(type: ts.Type): Schema | undefined {
    const isTuple = this.#checker.isTupleType(type)
    if (!isTuple && !this.#checker.isArrayType(type)) return undefined
    const items = this.#checker
      .getTypeArguments(type as ts.TypeReference)
      .map((item) => this.#elementOf(item))
    return isTuple ? { type: 'array', prefixItems: items, items: false } : { type: 'array', items: items[0] }
  }

  /** JSON has null for an element that is undefined. */
  #elementOf(type: ts.Type): Schema | false {
    if (type.flags & ts.TypeFlags.Never) return false
    return mayBeUndefined(type) ? oneOf([this.schemaOf(type), { type: 'null' }]) : this.schemaOf(type)
  }

  #named(type: ts.Type): Schema {
    const name = this.#names.get(type) ?? this.#newNameOf(type)
    if (name === undefined) return this.objectOf(type)
    if (!this.#names.has(type)) {
      this.#names.set(type, name)
      // Holds the name while the type refers to itself.
      this.components[name] = {}
      const comment = this.#commentOn(type.aliasSymbol ?? type.symbol)
      this.components[name] = { ...comment, ...this.objectOf(type) }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Returns the name of a component. Types with arguments, anonymous ones and a second one of the same name have none. */
  #newNameOf(type: ts.Type): string | undefined {
    // Intersections have no symbol.
    const { name = '__type' } = type.aliasSymbol ?? type.symbol ?? {}
    const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
    const given = type.aliasSymbol
      ? type.aliasTypeArguments
      : isReference && this.#checker.getTypeArguments(type as ts.TypeReference)
    const isNamed = !(given && given.length > 0) && !name.startsWith('__') && !(name in this.components)
    return isNamed ? name : undefined
  }

  #commentOn(symbol: ts.Symbol): { description?: string } {
    const description = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker))
    return description ? { description } : {}
  }
}

/** JSON leaves out functions and undefined values. Messages about an invalid query are for pages: programs get a refusal. */
const isLeftOut = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.every(isLeftOut)
    : (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0 ||
      type.symbol?.name === 'RefusedFields' ||
      type.getCallSignatures().length > 0

const mayBeUndefined = (type: ts.Type): boolean =>
  type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)

/** Whether a schema has only a type and values. */
const isSimple = (kind: Schema): boolean => Array.isArray(kind.enum) || Object.keys(kind).join() === 'type'

/** Merges the kinds of a union that have one type: its values, unless a kind has all values. */
function merged(kinds: readonly Schema[]): Schema {
  const [first = {}] = kinds
  if (!isSimple(first)) return first
  const { type } = first
  const values = new Set(kinds.flatMap((kind) => (Array.isArray(kind.enum) ? kind.enum : [])))
  const isWhole = kinds.some((kind) => !kind.enum) || (type === 'boolean' && values.size > 1)
  return isWhole ? { type } : { type, enum: [...values].sort() }
}

/** Returns a schema of several. A type or null is one schema: `{"type":["string","null"]}`. */
export function oneOf(schemas: readonly Schema[]): Schema {
  const [first = {}, ...more] = schemas.filter(({ type }) => type !== 'null')
  if (schemas.length < 2) return schemas[0] ?? {}
  const isNullable = more.length === 0 && schemas.length > 1
  if (!isNullable || typeof first.type !== 'string') return { anyOf: [...schemas] }
  const values = Array.isArray(first.enum) && { enum: [...first.enum, null] }
  return { ...first, type: [first.type, 'null'], ...values }
}

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
