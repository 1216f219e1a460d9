import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A server as it is noted, so that it is found again. */
export interface Noted {
  placeId: number
  port: number
  pid: number
  identity: string
  mark: string
  /** Unix milliseconds. */
  startTime: number
}

/** The file that tells the next orchestrator which servers there are. */
export class StateFile {
  readonly #path: string
  #next: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #current: () => readonly Noted[]

  /** @param current what there is to note, whenever it is written. */
  constructor(path: string, current: () => readonly Noted[]) {
    this.#path = path
    this.#current = current
  }

  /** What an earlier orchestrator noted; nothing when there is no file, or none that can be read. */
  async read(): Promise<Noted[]> {
    try {
      const { servers }: { servers: Noted[] } = JSON.parse(await readFile(this.#path, 'utf8'))
      return servers.filter(isNoted)
    } catch {
      return []
    }
  }

  /** Resolves when what is current now is on disk. Those who ask while one write is under way share the next. */
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

  /** Resolves when no write is under way. Writes nothing itself: who could not start knows of no servers. */
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

/** Whatever is in the file, nothing is signalled on its word alone: the identity has to fit, too. */
function isNoted(value: unknown): value is Noted {
  const { placeId, port, pid, identity, mark, startTime } = (value ?? {}) as Partial<Noted>
  return (
    [placeId, port, pid, startTime].every((number) => Number.isSafeInteger(number) && Number(number) > 0) &&
    typeof identity === 'string' &&
    typeof mark === 'string'
  )
}
