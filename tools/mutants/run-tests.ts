import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Outcome of running tests. */
export interface Run {
  outcome: 'passed' | 'failed' | 'timed out'
  /** The first test file that failed. */
  failed?: string
  /** Seconds of each test file that passed. */
  files: Record<string, number>
}

/** Message of the process with Vitest: a test file begins, or a list of them has ended. */
export type Message = { began: string } | Run

export interface Surroundings {
  /** A copy of the checkout. */
  tree: string
  /** Folder for the files of tests, which is emptied after each run. */
  scratch: string
  environment: Record<string, string>
}

/** Process groups of running tests. */
const running = new Set<number>()

/** The run of all mutants was interrupted, so the end of a test means nothing. */
export class Interrupted extends Error {}

let isEnding = false

/** Runs test files in a copy of the checkout, with one process that keeps Vitest. */
export class TestHost {
  readonly #surroundings: Surroundings
  /** Processes that have no tests. One is started ahead, because a failure ends the one that had it. */
  readonly #idle: ChildProcess[] = []

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /**
   * Runs test files until the first one fails.
   *
   * @param limitOf maximum milliseconds of a test file
   */
  async run(tests: readonly string[], limitOf: (test: string) => number): Promise<Run> {
    const { scratch } = this.#surroundings
    mkdirSync(scratch, { recursive: true })
    const child = this.#idle.shift() ?? this.#start()
    if (this.#idle.length === 0) this.#idle.push(this.#start())
    const run = await outcomeOf(child, tests, limitOf)
    // A test that has failed may have left processes, and takes seconds to end.
    if (run.outcome === 'passed') this.#idle.unshift(child)
    else end(child)
    rmSync(scratch, { recursive: true, force: true })
    if (isEnding) throw new Interrupted()
    return run
  }

  /** Ends Vitest with everything that its tests have started. */
  end(): void {
    for (const child of this.#idle) end(child)
  }

  #start(): ChildProcess {
    const { tree, scratch, environment } = this.#surroundings
    // Its own process group ends as a whole.
    const child = fork(join(tree, 'tools/mutants/test-host.ts'), {
      cwd: tree,
      env: { ...process.env, TMPDIR: scratch, ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    })
    if (child.pid === undefined) throw new Error('vitest could not be started')
    running.add(child.pid)
    return child
  }
}

/** Has a process run test files, and returns how they end. A process that a mutant ends has failed. */
function outcomeOf(
  child: ChildProcess,
  tests: readonly string[],
  limitOf: (test: string) => number,
): Promise<Run> {
  return new Promise((resolve) => {
    let current = tests[0] ?? ''
    const end = (run: Run) => {
      clearTimeout(limit)
      child.off('message', hear).off('exit', fail)
      resolve(run)
    }
    const expire = () => end({ outcome: 'timed out', failed: current, files: {} })
    let limit = setTimeout(expire, limitOf(current))
    const hear = (message: Message) => {
      if ('outcome' in message) return end(message)
      clearTimeout(limit)
      current = message.began
      limit = setTimeout(expire, limitOf(current))
    }
    const fail = () => end({ outcome: 'failed', failed: current, files: {} })
    child.on('message', hear).once('exit', fail)
    child.send(tests)
  })
}

/** Ends a process with everything that it has started. */
function end({ pid = 0 }: ChildProcess): void {
  kill(pid)
  running.delete(pid)
}

/** Ends all running tests at once. */
export function endTests(): void {
  isEnding = true
  for (const pid of running) kill(pid)
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}
