import type { Schema } from './type-schemas.ts'

/** Description of a field, a parameter or a property of a response, for readers of the document. */
export interface Note {
  /** Paths for which it holds; undefined: all others. */
  at?: RegExp
  /** Type of the property for which it holds; undefined: every type. */
  type?: string
  text: string
  example?: string | number
  /** Keywords that hold for everything that is accepted, besides those of the code. */
  schema?: Schema
}

type Entry = string | Note

/** Notes by name. The first note that fits holds. */
export type Notes = Readonly<Record<string, Entry | readonly Entry[]>>

/** Finds notes, and remembers which ones it has found. */
export class NoteBook {
  readonly #notes: { name: string; note: Note }[]
  readonly #used = new Set<Note>()
  readonly #missing = new Set<string>()

  readonly #kind: string
  /** Examples by name, for fields and parameters that neither a note nor a list of values gives one. */
  readonly examples: Readonly<Record<string, string | number>>

  constructor(kind: string, tables: readonly Notes[], examples = {}) {
    this.#kind = kind
    this.examples = examples
    this.#notes = tables
      .flatMap((table) => Object.entries(table))
      .flatMap(([name, entries]) => [entries].flat().map((entry) => ({ name, note: noteOf(entry) })))
      // A note for some paths takes precedence, in whatever table it is.
      .sort((one, other) => rankOf(one.note) - rankOf(other.note))
  }

  /** Returns the note for a name. A missing one is a fault. */
  require(name: string, path: string, types: readonly unknown[] = []): Note {
    const found = this.#notes.find(
      ({ name: named, note: { at, type } }) =>
        named === name && (at?.test(path) ?? true) && (type === undefined || types.includes(type)),
    )
    if (found) this.#used.add(found.note)
    else this.#missing.add(`no note describes the ${this.#kind} ${name} of ${path}`)
    return found?.note ?? { text: '' }
  }

  /** Lists names without a note, and notes that nothing needs. */
  faults(): string[] {
    const unused = this.#notes.filter(({ note }) => !this.#used.has(note))
    return [
      ...this.#missing,
      ...unused.map(
        ({ name, note: { at } }) =>
          `nothing needs the note about the ${this.#kind} ${name}${at ? ` at ${at}` : ''}`,
      ),
    ]
  }
}

const noteOf = (entry: Entry): Note => (typeof entry === 'string' ? { text: entry } : entry)

const rankOf = ({ at, type }: Note): number => (at ? 0 : 2) + (type === undefined ? 1 : 0)
