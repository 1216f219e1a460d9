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
  readonly #kind: string
  readonly #notes: (Note & { name: string })[]
  readonly #used = new Set<Note>()
  readonly #missing = new Set<string>()

  constructor(kind: string, tables: readonly Notes[]) {
    this.#kind = kind
    this.#notes = tables
      .flatMap((table) => Object.entries(table))
      .flatMap(([name, entries]) => [entries].flat().map((entry) => ({ name, ...noteOf(entry) })))
      // A note for some paths takes precedence, in whatever table it is.
      .sort((one, other) => rankOf(one) - rankOf(other))
  }

  /** Returns the note for a name. A missing one is a fault. */
  require(name: string, path: string, types: readonly unknown[] = []): Note {
    const found = this.#notes.find(
      (note) =>
        note.name === name &&
        (note.at?.test(path) ?? true) &&
        (note.type === undefined || types.includes(note.type)),
    )
    if (found) this.#used.add(found)
    else this.#missing.add(`no note describes the ${this.#kind} ${name} of ${path}`)
    return found ?? { text: '' }
  }

  /** Lists names without a note, and notes that nothing needs. */
  faults(): string[] {
    const unused = this.#notes.filter((note) => !this.#used.has(note))
    const where = (at: RegExp | undefined) => (at ? ` at ${at}` : '')
    return [
      ...this.#missing,
      ...unused.map(({ name, at }) => `nothing needs the note about the ${this.#kind} ${name}${where(at)}`),
    ]
  }
}

const noteOf = (entry: Entry): Note => (typeof entry === 'string' ? { text: entry } : entry)

const rankOf = ({ at, type }: Note): number => (at ? 0 : 2) + (type === undefined ? 1 : 0)
