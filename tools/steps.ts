import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** One step of `npm test`. */
export interface Step {
  name: string
  /** Commands that run one after another until one fails. */
  commands: string[][]
  /** Folder that the commands run in, from the root of the checkout. */
  folder?: string
  /** More variables for the commands. Called just before the step runs. */
  environment?: () => Record<string, string>
  /** Returns the command that runs files of Vitest tests alone, one after another; undefined: they must not be repeated. */
  repeat?: (files: readonly string[]) => string[] | undefined
}

export interface Result {
  name: string
  passed: boolean
  /** The step's complete output. */
  output: string
  seconds: number
  /** Files whose tests failed at first and passed when they ran alone. */
  repeated?: readonly string[]
}

/** Maximum number of failed files to repeat. More failures than this have another cause than a busy machine. */
const mostRepeated = 8

const root = resolve(import.meta.dirname, '..')

/** Interval between two lines that name the running steps. */
const progressMs = 15_000

/** Time for a step's processes to end by themselves after SIGTERM. */
const graceMs = 10_000

/** Process groups of the running commands, by the id of their first process. */
const groups = new Set<number>()

/**
 * Runs steps in parallel, starting them in the given order. Prints the output of each step when it has ended.
 *
 * @param lanes maximum number of steps at a time
 */
export async function runSteps(steps: readonly Step[], lanes: number): Promise<Result[]> {
  const waiting = [...steps]
  const running = new Map<Step, number>()
  const results: Result[] = []
  const progress = setInterval(() => {
    const names = [...running].map(
      ([{ name }, started]) => `${name} ${Math.round((Date.now() - started) / 1_000)} s`,
    )
    process.stdout.write(`… ${names.join(', ')}\n`)
  }, progressMs)
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      running.set(step, Date.now())
      const result = await run(step)
      running.delete(step)
      results.push(result)
      process.stdout.write(`\n── ${step.name}\n${result.output}${verdictOf(result)}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    clearInterval(progress)
  }
  return results
}

/**
 * Runs the files of failed tests once more, alone, after the other steps. On a machine that stalls for seconds, a test that runs
 * beside others can exceed time limits of the product, such as the five seconds for a connection to the database.
 */
export async function repeatFailed(steps: readonly Step[], results: readonly Result[]): Promise<Result[]> {
  const repeated: Result[] = []
  for (const result of results) {
    const step = steps.find(({ name }) => name === result.name)
    const files = result.passed ? [] : failedFiles(result.output)
    const command = files.length > 0 && files.length <= mostRepeated ? step?.repeat?.(files) : undefined
    if (!step || !command) repeated.push(result)
    else {
      const name = `${result.name}, failed files alone`
      const [again = result] = await runSteps([{ ...step, name, commands: [command] }], 1)
      repeated.push(again.passed ? { ...result, passed: true, repeated: files } : result)
    }
  }
  return repeated
}

/** Returns the files of the failed tests that Vitest names, or none when something else failed too. */
export function failedFiles(output: string): string[] {
  const text = stripVTControlCharacters(output)
  const files = new Set([...text.matchAll(/^ FAIL {2}(\S+\.test\.ts)/gm)].map(([, file = '']) => file))
  const summary = text.match(/^ Test Files {2}(\d+) failed/m)
  const isWhole = Number(summary?.[1]) === files.size && !/^ +Errors {2}/m.test(text)
  return isWhole ? [...files] : []
}

export const verdictOf = ({ name, passed, seconds, repeated = [] }: Result): string =>
  [
    `── ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`,
    ...repeated.map((file) => `   failed at first, passed alone: ${file}\n`),
  ].join('')

async function run(step: Step): Promise<Result> {
  const started = Date.now()
  let output = ''
  const passed = await passes(step, (text) => {
    output += text
  }).catch((error: Error) => {
    output += `${error.message}\n`
    return false
  })
  return { name: step.name, passed, output, seconds: (Date.now() - started) / 1_000 }
}

async function passes(
  { commands, folder = '.', environment }: Step,
  hear: (text: string) => void,
): Promise<boolean> {
  const env = {
    ...process.env,
    // The pipe makes programs print without colour, although their output is shown in this terminal.
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    ...environment?.(),
  }
  for (const [program = '', ...args] of commands) {
    // `detached` starts a process group, which `endSteps` can end as a whole.
    const child = spawn(program, args, {
      cwd: resolve(root, folder),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const { pid } = child
    if (pid !== undefined) groups.add(pid)
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
    if (pid !== undefined) groups.delete(pid)
    if (code !== 0) return false
  }
  return true
}

/**
 * Ends every process of the running steps: by SIGTERM first, and by SIGKILL after a while. Game servers run in sessions
 * of their own, so processes that name the tests' scratch folder are ended as well.
 */
export async function endSteps(scratchFolder: string): Promise<void> {
  const ending = [...groups]
  for (const group of ending) signal(-group, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (ending.some((group) => signal(-group, 0)) && Date.now() < deadline)
    await new Promise((done) => setTimeout(done, 50))
  for (const group of ending) signal(-group, 'SIGKILL')
  for (const pid of processesNaming(scratchFolder)) signal(pid, 'SIGKILL')
}

/** Returns the processes whose arguments or environment contain a text. Returns none where there is no /proc. */
function processesNaming(text: string): number[] {
  const contains = (path: string) => {
    try {
      return readFileSync(path, 'latin1').includes(text)
    } catch {
      return false
    }
  }
  if (!existsSync('/proc/self/cmdline')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => contains(`/proc/${pid}/cmdline`) || contains(`/proc/${pid}/environ`))
}

/** Sends a signal to a process, or to a group if the id is negative. Returns whether that worked. 0 sends nothing and only checks. */
function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name)
  } catch {
    return false
  }
}
