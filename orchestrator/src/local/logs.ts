import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type LogLimits, readTail } from './rotating-log.ts'

/** What is asked of the keeper of logs. It answers each request by its id. */
export interface Request {
  id: number
  is: 'follow' | 'flush'
  placeId: number
  heading?: string
}

export type Answer = { id: number } | { problem: string }

/** The keeper answers within milliseconds. Servers start without it rather than not at all. */
const answerMsMax = 2_000

/** A keeper that died is replaced after this long. */
const restartMs = 500

/** The same problem of one log is reported once in this time. */
const problemMs = 60_000

const run = promisify(execFile)

interface Options {
  /** Only the orchestrator's user may enter it. */
  folder: string
  limits: LogLimits
  /** Marks the keeper, so that the next orchestrator finds it and replaces it. */
  environment: Readonly<Record<string, string>>
  log: (line: string) => void
}

/**
 * The logs of all places. A server prints into a named pipe, which it also holds open for reading: it is never told that
 * nobody reads. The keeper (`log-keeper.ts`) reads the pipes.
 */
export class Logs {
  readonly #options: Options
  readonly #followed = new Set<number>()
  readonly #waiting = new Map<number, () => void>()
  readonly #reportedAt = new Map<string, number>()
  #keeper: ChildProcess | undefined
  #lastId = 0
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens the output of a place's next server. The log begins with the heading. */
  async open(placeId: number, heading: string): Promise<FileHandle> {
    const folder = this.#folderOf(placeId)
    const pipe = join(folder, 'pipe')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(pipe, { recursive: true, force: true })
    await run('mkfifo', ['-m', '600', pipe])
    // Opened for both, it waits for no reader.
    const output = await open(pipe, constants.O_RDWR)
    this.#followed.add(placeId)
    // What a server prints before it dies at once is in the pipe, and lost when nobody has opened it by then.
    await this.#ask({ is: 'follow', placeId, heading })
    return output
  }

  /** Goes on with the log of a server that an earlier orchestrator started. */
  async adopt(placeId: number): Promise<void> {
    this.#followed.add(placeId)
    await this.#ask({ is: 'follow', placeId })
  }

  /** Called when nothing is left of a place's server. */
  async forget(placeId: number): Promise<void> {
    this.#followed.delete(placeId)
    await rm(join(this.#folderOf(placeId), 'pipe'), { force: true }).catch(() => undefined)
  }

  /** Returns the last bytes that a place's servers printed; empty when none ever ran. */
  async tail(placeId: number, bytesMax: number): Promise<string> {
    if (this.#followed.has(placeId)) await this.#ask({ is: 'flush', placeId })
    return readTail(join(this.#folderOf(placeId), 'log'), this.#options.limits.files, bytesMax)
  }

  /** The keeper ends by itself when no server prints any more. */
  close(): void {
    this.#closed = true
    if (this.#keeper?.connected) this.#keeper.disconnect()
  }

  #folderOf(placeId: number): string {
    return join(this.#options.folder, String(placeId))
  }

  async #ask(request: Omit<Request, 'id'>): Promise<void> {
    if (this.#closed) return
    const id = ++this.#lastId
    this.#keeper ??= this.#startKeeper()
    const answered = new Promise<void>((resolve) => this.#waiting.set(id, resolve))
    this.#keeper.send({ ...request, id }, () => undefined)
    await Promise.race([answered, delay(answerMsMax, undefined, { ref: false })])
    this.#waiting.delete(id)
  }

  #startKeeper(): ChildProcess {
    const { folder, limits, environment, log } = this.#options
    const script = join(import.meta.dirname, 'log-keeper.ts')
    const keeper = spawn(process.execPath, [script, folder, JSON.stringify(limits)], {
      env: { PATH: process.env.PATH, ...environment },
      // It outlives this process, and gets no Ctrl-C of its terminal.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    keeper.on('message', (answer: Answer) => this.#take(answer))
    keeper.on('error', (error) => log(`the keeper of logs: ${error.message}`))
    keeper.once('exit', () => this.#replaceKeeper(keeper))
    keeper.unref()
    keeper.channel?.unref()
    return keeper
  }

  #take(answer: Answer): void {
    if ('id' in answer) {
      this.#waiting.get(answer.id)?.()
      return
    }
    const { problem } = answer
    const now = Date.now()
    if (now - (this.#reportedAt.get(problem) ?? 0) < problemMs) return
    this.#reportedAt.set(problem, now)
    this.#options.log(problem)
  }

  async #replaceKeeper(keeper: ChildProcess): Promise<void> {
    if (this.#closed || this.#keeper !== keeper) return
    this.#options.log('the keeper of logs died; it is replaced')
    await delay(restartMs, undefined, { ref: false })
    if (this.#closed) return
    this.#keeper = this.#startKeeper()
    // Meanwhile servers print into their pipes, which they hold open themselves.
    for (const placeId of this.#followed) await this.#ask({ is: 'follow', placeId })
  }
}
