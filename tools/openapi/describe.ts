import { maxFieldBytes } from '@baseplate/service/form-limits'
import { openBooks } from './notes/books.ts'
import { examples } from './notes/examples.ts'
import { standardText } from './notes/standards.ts'
import type { Note } from './notes.ts'
import { isSchema, type Schema } from './type-schemas.ts'

/** Maximum size of a request line with headers in Node.js, in bytes. No parameter can be longer. */
export const maxParameterLength = 16_384

/** Describes fields, parameters and properties by the notes about them. */
export class Descriptions {
  readonly #books = openBooks()

  /** Returns the note of the schema itself or of the books, bounds and example of a field or a parameter. A file has no example. */
  valueOf(kind: 'path' | 'query' | 'field', name: string, path: string, given: Schema) {
    const { description: stated, example: shown, ...code } = given
    const { text: description, ...note } =
      typeof stated === 'string' ? noteOf(stated, shown) : this.#books[kind].require(name, path)
    const schema: Schema = { ...code, ...note.schema }
    if (schema.type === 'integer') delete schema.pattern
    if (schema.format === 'binary') return { description, schema }
    const example = note.example ?? exampleOf(schema) ?? examples[kind]?.[name]
    if (example === undefined) throw new Error(`tools/openapi/notes/examples.ts has no example of ${name}`)
    return {
      description,
      schema: bounded(schema, kind === 'field' ? maxFieldBytes : maxParameterLength),
      // Fields of one name share an example and may differ in type.
      example: schema.type === 'integer' ? Number(example) : String(example),
    }
  }

  /**
   * Describes the properties of a response that no comment of the code describes.
   *
   * @param at way to the schema: `/games.places[]` of a response, `#Comment.author` of a component.
   */
  addTo(schema: unknown, at: string): void {
    if (!isSchema(schema)) return
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const component = /^#(\w+)/.exec(at)?.[1] ?? ''
      property.description ??=
        standardText(component, name) ?? this.#books.property.require(name, at, [property.type].flat()).text
      this.addTo(property, `${at}.${name}`)
    }
    for (const [key, value] of Object.entries(schema))
      if (key !== 'properties') this.addTo(value, key === 'items' ? `${at}[]` : at)
  }

  /** @throws Error for a field, a parameter or a property without a note, and for a note without either. */
  requireNotes(): void {
    const faults = Object.values(this.#books).flatMap((book) => book.faults())
    if (faults.length > 0) throw new Error(`tools/openapi/notes/:\n${faults.join('\n')}`)
  }
}

/** Returns the note that a schema of the code has itself. */
const noteOf = (text: string, example: unknown): Note => ({
  text,
  ...(typeof example === 'string' && { example }),
})

/** Returns an example from the schema itself: a value of its enum, or the minimum of a number. */
const exampleOf = ({ enum: several, type, minimum = 1 }: Schema): string | number | undefined =>
  Array.isArray(several) ? several[0] : type === 'integer' ? Number(minimum) : undefined

const limits = ['enum', 'pattern', 'maxLength', 'format', 'anyOf']

/** Adds bounds where the code sets none: the size of a form or of a request's head for a text, 0 and above for an integer. */
function bounded(schema: Schema, maxLength: number): Schema {
  if (schema.type === 'integer') return { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...schema }
  return limits.some((limit) => limit in schema) ? schema : { ...schema, maxLength }
}
