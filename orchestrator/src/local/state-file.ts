import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A note about a server, by which the next orchestrator finds it. */
export interface ServerNote {
  placeId: number
  port: number
  pid: number
  identity: string
  mark: string
  /** Unix milliseconds. */
  startTime: number
}

interface StateFileOptions<Note> {
  path: string
  /** Name of the list in the file. */
  list: string
  isNote: (value: unknown) => value is Note
  /** Returns the notes; called at each write. */
  current: () => readonly Note[]
}

/** A file with notes for the next orchestrator. */
export class StateFile<Note> {
  readonly #options: StateFileOptions<Note>
  #next: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: StateFileOptions<Note>) {
    this.#options = options
  }

  /** Returns the notes of an earlier orchestrator; none when the file is missing or unreadable. */
  async read(): Promise<Note[]> {
    const { path, list, isNote } = this.#options
    try {
      const lists: Record<string, unknown[]> = JSON.parse(await readFile(path, 'utf8'))
      return lists[list]?.filter(isNote) ?? []
    } catch {
      return []
    }
  }

  /** Resolves when the current notes are on disk. Calls during a write share the next write. */
  save(): Promise<void> {
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#writing = this.#write()
        return this.#writing
      })
    return this.#next
  }

  /** Resolves when no write is in progress. It writes nothing: an orchestrator that failed to start would erase all notes. */
  async written(): Promise<void> {
    await this.#next?.catch(() => undefined)
    await this.#writing.catch(() => undefined)
  }

  async #write(): Promise<void> {
    const { path, list, current } = this.#options
    const temporary = `${path}.new`
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ [list]: current() }, undefined, 1)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
  }
}

/** Opens the file with the notes about servers. */
export const openServerNotes = (
  directory: string,
  current: () => readonly ServerNote[],
): StateFile<ServerNote> =>
  new StateFile({ path: join(directory, 'state.json'), list: 'servers', isNote: isServerNote, current })

/** Checks the shape only. A process is signalled only if its identity matches as well. */
function isServerNote(value: unknown): value is ServerNote {
  const { placeId, port, pid, identity, mark, startTime } = (value ?? {}) as Partial<ServerNote>
  return (
    [placeId, port, pid, startTime].every((number) => Number.isSafeInteger(number) && Number(number) > 0) &&
    typeof identity === 'string' &&
    typeof mark === 'string'
  )
}
