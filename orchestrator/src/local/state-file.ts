import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

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

/** The file with notes about all servers, for the next orchestrator. */
export class StateFile {
  readonly #path: string
  #next: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #current: () => readonly ServerNote[]

  /** @param current returns the notes; called at each write */
  constructor(path: string, current: () => readonly ServerNote[]) {
    this.#path = path
    this.#current = current
  }

  /** Returns the notes of an earlier orchestrator; none when the file is missing or unreadable. */
  async read(): Promise<ServerNote[]> {
    try {
      const { servers }: { servers: ServerNote[] } = JSON.parse(await readFile(this.#path, 'utf8'))
      return servers.filter(isServerNote)
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
    const temporary = `${this.#path}.new`
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ servers: this.#current() }, undefined, 1)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, this.#path)
    const folder = await open(dirname(this.#path))
    await folder.sync().finally(() => folder.close())
  }
}

/** Checks the shape only. A process is signalled only if its identity matches as well. */
function isServerNote(value: unknown): value is ServerNote {
  const { placeId, port, pid, identity, mark, startTime } = (value ?? {}) as Partial<ServerNote>
  return (
    [placeId, port, pid, startTime].every((number) => Number.isSafeInteger(number) && Number(number) > 0) &&
    typeof identity === 'string' &&
    typeof mark === 'string'
  )
}
