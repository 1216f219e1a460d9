import { setTimeout as delay } from 'node:timers/promises'
import type { WorkFolders } from '../driver.ts'
import type { StateFile } from '../local/state-file.ts'
import type { Log } from '../log.ts'
import { numberIn, pauseMs, programFailuresMax } from './rules.ts'
import { SiteUnavailable, type SiteWorlds, WorldRefused } from './site-worlds.ts'
import { Slots } from './slots.ts'

/** The file in a server's folder with the number of the stored world that the local one continues. */
const noteName = 'world.json'

/** Programs that run at a time. Each may use a processor. */
const programsMax = 2

/** Time for a program and the transfer of its archive. */
const transferMs = 1_800_000

/** Time for which the end of a server waits for the number of its world. */
const reserveWaitMs = 2_000

/** A world that may have to be stored. */
export interface WorldNote {
  placeId: number
  /** Ticket of the last run. */
  ticket: string
  /** Whether a server was ready since the world was last stored. */
  unsaved: boolean
}

export function isWorldNote(value: unknown): value is WorldNote {
  const { placeId, ticket, unsaved } = (value ?? {}) as Partial<WorldNote>
  return Number.isSafeInteger(placeId) && typeof ticket === 'string' && typeof unsaved === 'boolean'
}

interface Parts {
  folders: WorkFolders
  site: SiteWorlds
  /** Program and arguments that print the archive of a world. */
  argv: readonly string[]
  bytesMax: number
  intervalMs: number
  log: Log
  /** Makes the file with the notes. */
  openNotes: (current: () => readonly WorldNote[]) => Pick<StateFile<WorldNote>, 'read' | 'save'>
}

/** A world that is being stored. */
interface Saving {
  abort: AbortController
  done: Promise<void>
}

/**
 * Sends the worlds of servers to the site: after each end, and at intervals while there are players
 * (docs/decisions/0088-worlds-are-stored-by-the-orchestrator.md). The world in the server's folder stays authoritative on this machine.
 */
export class Worlds {
  readonly #parts: Parts
  readonly #notes = new Map<number, WorldNote>()
  readonly #file: ReturnType<Parts['openNotes']>
  readonly #saving = new Map<number, Saving>()
  readonly #dueAt = new Map<number, number>()
  readonly #slots = new Slots(programsMax)
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#file = parts.openNotes(() => [...this.#notes.values()])
  }

  /** Reads the notes of an earlier orchestrator. Called before any server is started or taken over. */
  async open(): Promise<void> {
    for (const note of await this.#file.read()) this.#notes.set(note.placeId, note)
  }

  /** Stores the worlds of servers that ended while no orchestrator ran, or whose world had not arrived. */
  resume(isRunning: (placeId: number) => boolean): void {
    for (const { placeId, unsaved } of [...this.#notes.values()]) {
      if (isRunning(placeId)) continue
      if (unsaved) this.#start(placeId, 'stop')
      else this.#forget(placeId)
    }
  }

  /** Called before a server starts, which may replace the world. It continues a world that was not stored, so that its own includes it. */
  async begin(placeId: number, ticket = ''): Promise<void> {
    await this.#cancel(placeId)
    this.#dueAt.delete(placeId)
    if (ticket === '') return
    this.#notes.set(placeId, { placeId, ticket, unsaved: this.#notes.get(placeId)?.unsaved ?? false })
    await this.#save()
  }

  /** Called when a server is ready. A server that was never ready has not changed its world. */
  ready(placeId: number): void {
    const note = this.#notes.get(placeId)
    if (!note || note.unsaved) return
    this.#notes.set(placeId, { ...note, unsaved: true })
    this.#save()
  }

  /** Called repeatedly while there are players in a server. */
  played(placeId: number, now: number): void {
    const dueAt = this.#dueAt.get(placeId)
    if (dueAt !== undefined && now < dueAt) return
    this.#dueAt.set(placeId, now + this.#parts.intervalMs)
    if (dueAt !== undefined && !this.#saving.has(placeId)) this.#start(placeId, 'interval')
  }

  /**
   * Called when a server has ended. Resolves when the number of its world is reserved: the maker may be about to restore another one,
   * which then comes after it. Waits no longer than two seconds.
   */
  async ended(placeId: number): Promise<void> {
    await this.#cancel(placeId)
    this.#dueAt.delete(placeId)
    if (this.#closed || !this.#notes.get(placeId)?.unsaved) return
    await Promise.race([this.#start(placeId, 'stop'), delay(reserveWaitMs, undefined, { ref: false })])
  }

  /** Stops sending. The next orchestrator continues. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#saving.keys()].map((placeId) => this.#cancel(placeId)))
  }

  /** Begins to store a world. Resolves when its number is reserved, or it is not stored. */
  #start(placeId: number, cause: 'stop' | 'interval'): Promise<void> {
    const note = this.#notes.get(placeId)
    if (!note || this.#closed) return Promise.resolve()
    const { promise: reserved, resolve: onReserved } = Promise.withResolvers<void>()
    const abort = new AbortController()
    const saving = { abort, done: Promise.resolve() }
    this.#saving.set(placeId, saving)
    saving.done = this.#store(note, cause, abort.signal, onReserved).finally(() => {
      onReserved()
      this.#saving.delete(placeId)
    })
    return reserved
  }

  /** Stores a world. After the end of a server, it retries until the site has answered or the place's next server starts. */
  async #store(
    note: WorldNote,
    cause: 'stop' | 'interval',
    signal: AbortSignal,
    onReserved: () => void,
  ): Promise<void> {
    const { placeId } = note
    const { log } = this.#parts
    let programFailures = 0
    for (let attempts = 1; !signal.aborted; attempts++) {
      try {
        await this.#send(note, cause, signal, onReserved)
        if (cause === 'stop') this.#forget(placeId)
        return
      } catch (error) {
        if (signal.aborted) return
        log(`place ${placeId}: the world could not be stored: ${(error as Error).message}`, 'warn')
        // The server may still change its world, which is stored after its end.
        if (cause === 'interval') return
        if (!(error instanceof SiteUnavailable)) programFailures++
        if (error instanceof WorldRefused || programFailures === programFailuresMax)
          return this.#forget(placeId)
      }
      await delay(pauseMs(attempts), undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async #send(
    { placeId, ticket }: WorldNote,
    cause: 'stop' | 'interval',
    cancelled: AbortSignal,
    onReserved: () => void,
  ): Promise<void> {
    const { folders, site, argv, log } = this.#parts
    const after = numberIn(await folders.readText(placeId, noteName))
    const number = await site.reserve({ placeId, ticket, signal: cancelled }, after)
    // Before the world is sent: if the response is lost, the next server must not take its own world for an older one.
    await folders.writeText(placeId, noteName, JSON.stringify({ number }))
    onReserved()
    await this.#slots.use(async () => {
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(transferMs)])
      signal.throwIfAborted()
      const program = await folders.run(placeId, argv)
      signal.addEventListener('abort', () => void program.kill())
      try {
        await site.send({ placeId, ticket, signal }, number, cause, this.#limited(program.output))
      } finally {
        await program.kill()
      }
      log(`place ${placeId}: the world is stored as number ${number}`)
    })
  }

  async *#limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const { bytesMax } = this.#parts
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) throw new Error(`the archive of the world is larger than ${bytesMax} bytes`)
      yield chunk
    }
  }

  async #cancel(placeId: number): Promise<void> {
    const saving = this.#saving.get(placeId)
    saving?.abort.abort()
    await saving?.done
  }

  #forget(placeId: number): void {
    this.#notes.delete(placeId)
    this.#save()
  }

  /** Without its note, a world is stored after the place's next run. */
  async #save(): Promise<void> {
    await this.#file.save().catch((error) => this.#parts.log(`worlds cannot be noted: ${error}`, 'error'))
  }
}
