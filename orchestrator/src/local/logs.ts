import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { type LogLimits, readTail } from './rotating-log.ts'

/** A request to the log keeper, which answers with its id. */
export type Request = { id: number } & Task

type Task =
  | { is: 'follow'; placeId: number; heading?: string }
  | { is: 'flush'; placeId: number }
  | { is: 'ping' }

export type Answer = { id: number } | { problem: string }

interface KeeperTimes {
  /** Time to wait for an answer of the keeper. A server starts without it rather than not at all. */
  answerMs: number
  /** Interval at which the keeper is pinged. */
  pingMs: number
  /** Delay before a dead keeper is replaced. */
  restartMs: number
}

const defaultTimes: KeeperTimes = { answerMs: 2_000, pingMs: 5_000, restartMs: 500 }

/** Consecutive pings without an answer after which the keeper is killed. */
const missedPingsMax = 3

/** Minimum interval between two reports of the same problem. */
const problemMs = 60_000

const run = promisify(execFile)

interface Options {
  /** The folder of all logs, which only the orchestrator's user may enter. */
  folder: string
  limits: LogLimits
  /** Marks the keeper, so that the next orchestrator finds it and replaces it. */
  environment: Readonly<Record<string, string>>
  log: Log
  /** Shorter times, for tests. */
  times?: KeeperTimes
}

/**
 * The logs of all places. A server prints into a named pipe, which it also holds open for reading. So its writes do not fail
 * while there is no reader. The keeper (`log-keeper.ts`) reads the pipes. A keeper that dies or hangs is replaced.
 */
export class Logs {
  readonly #options: Options
  readonly #followed = new Set<number>()
  readonly #waiting = new Map<number, () => void>()
  readonly #reportedAt = new Map<string, number>()
  readonly #times: KeeperTimes
  readonly #pinging: NodeJS.Timeout
  #missedPings = 0
  #keeper: ChildProcess | undefined
  #lastId = 0
  #closed = false

  constructor(options: Options) {
    this.#options = options
    this.#times = options.times ?? defaultTimes
    this.#pinging = setInterval(() => this.#ping(), this.#times.pingMs).unref()
  }

  /** Opens the output of a place's next server. The log begins with the heading. */
  async open(placeId: number, heading: string): Promise<FileHandle> {
    const folder = this.#folderOf(placeId)
    const pipe = join(folder, 'pipe')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(pipe, { recursive: true, force: true })
    await run('mkfifo', ['-m', '600', pipe])
    // Opening it for reading as well does not wait for a reader.
    const output = await open(pipe, constants.O_RDWR)
    this.#followed.add(placeId)
    // The output of a server that dies at once would be lost if the keeper had not opened the pipe yet.
    await this.#ask({ is: 'follow', placeId, heading })
    return output
  }

  /** Continues the log of a server that an earlier orchestrator started. */
  async adopt(placeId: number): Promise<void> {
    this.#followed.add(placeId)
    await this.#ask({ is: 'follow', placeId })
  }

  /** Stops following a place whose server has ended. */
  async forget(placeId: number): Promise<void> {
    this.#followed.delete(placeId)
    await rm(join(this.#folderOf(placeId), 'pipe'), { force: true }).catch(() => undefined)
  }

  /** Returns the last bytes that a place's servers printed; empty if none ever ran. */
  async tail(placeId: number, bytesMax: number): Promise<string> {
    if (this.#followed.has(placeId)) await this.#ask({ is: 'flush', placeId })
    return readTail(join(this.#folderOf(placeId), 'log'), this.#options.limits.files, bytesMax)
  }

  /** Disconnects from the keeper, which ends when the last server has ended. */
  close(): void {
    this.#closed = true
    clearInterval(this.#pinging)
    if (this.#keeper?.connected) this.#keeper.disconnect()
  }

  #folderOf(placeId: number): string {
    return join(this.#options.folder, String(placeId))
  }

  /** Sends a request to the keeper. Resolves with whether it has answered in time. */
  async #ask(task: Task): Promise<boolean> {
    if (this.#closed) return false
    const id = ++this.#lastId
    this.#keeper ??= this.#startKeeper()
    const answered = new Promise<boolean>((resolve) => this.#waiting.set(id, () => resolve(true)))
    this.#keeper.send({ ...task, id }, () => undefined)
    const isAnswered = await Promise.race([answered, delay(this.#times.answerMs, false, { ref: false })])
    this.#waiting.delete(id)
    return isAnswered
  }

  /** Kills a keeper that does not answer, for example because it was stopped. Its exit leads to its replacement. */
  async #ping(): Promise<void> {
    const keeper = this.#keeper
    if (!keeper || this.#followed.size === 0) return
    this.#missedPings = (await this.#ask({ is: 'ping' })) ? 0 : this.#missedPings + 1
    if (this.#missedPings < missedPingsMax || keeper !== this.#keeper || this.#closed) return
    this.#missedPings = 0
    this.#options.log('the log keeper does not answer and is killed', 'warn')
    keeper.kill('SIGKILL')
  }

  #startKeeper(): ChildProcess {
    const { folder, limits, environment, log } = this.#options
    const { PATH, LD_LIBRARY_PATH } = process.env
    const script = join(import.meta.dirname, 'log-keeper.ts')
    const keeper = spawn(process.execPath, [script, folder, JSON.stringify(limits)], {
      // LD_LIBRARY_PATH may lead to a library of Node.js (tools/runtime.mjs).
      env: { PATH, LD_LIBRARY_PATH, ...environment },
      // It outlives this process and does not get a Ctrl-C at its terminal.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    keeper.on('message', (answer: Answer) => this.#take(answer))
    keeper.on('error', (error) => log(`the log keeper: ${error.message}`, 'error'))
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
    this.#options.log(problem, 'error')
  }

  async #replaceKeeper(keeper: ChildProcess): Promise<void> {
    if (this.#closed || this.#keeper !== keeper) return
    this.#options.log('the log keeper died and is replaced', 'warn')
    await delay(this.#times.restartMs, undefined, { ref: false })
    if (this.#closed) return
    this.#keeper = this.#startKeeper()
    // In the meantime servers print into their pipes, which they hold open themselves.
    for (const placeId of this.#followed) await this.#ask({ is: 'follow', placeId })
  }
}
