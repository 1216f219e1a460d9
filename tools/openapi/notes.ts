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
  /** The code reads the field, and ignores it here. */
  isIgnored?: true
}

type Entry = string | Note

/** Notes by name. The first note that fits holds. */
export type Notes = Readonly<Record<string, Entry | readonly Entry[]>>

/** Finds notes, and remembers which ones it has found. */
export class NoteBook {
  readonly #kind: string
  readonly #notes = new Map<string, Note[]>()
  readonly #used = new Set<Note>()
  readonly #missing = new Set<string>()

  constructor(kind: string, tables: readonly Notes[]) {
    this.#kind = kind
    for (const [name, entries] of tables.flatMap((table) => Object.entries(table)))
      this.#notes.set(name, [...(this.#notes.get(name) ?? []), ...[entries].flat().map(noteOf)])
    // A note for some paths takes precedence, in whatever table it is.
    for (const notes of this.#notes.values()) notes.sort((one, other) => rankOf(one) - rankOf(other))
  }

  /** Returns the note for a name. A missing one is a fault. */
  require(name: string, path: string, types: readonly unknown[] = []): Note | undefined {
    const note = this.find(name, path, types)
    if (!note) this.#missing.add(`${name} of ${path}`)
    return note
  }

  find(name: string, path: string, types: readonly unknown[] = []): Note | undefined {
    const note = this.#notes
      .get(name)
      ?.find(({ at, type }) => (at?.test(path) ?? true) && (type === undefined || types.includes(type)))
    if (note) this.#used.add(note)
    return note
  }

  /** Lists names without a note, and notes that nothing needs. */
  faults(): string[] {
    const unused = [...this.#notes].flatMap(([name, notes]) =>
      notes.filter((note) => !this.#used.has(note)).map(({ at }) => `${name}${at ? ` at ${at}` : ''}`),
    )
    return [
      ...[...this.#missing].map((name) => `no note describes the ${this.#kind} ${name}`),
      ...unused.map((name) => `nothing needs the note about the ${this.#kind} ${name}`),
    ]
  }
}

const noteOf = (entry: Entry): Note => (typeof entry === 'string' ? { text: entry } : entry)

const rankOf = ({ at, type }: Note): number => (at ? 0 : 2) + (type === undefined ? 1 : 0)
