import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Outcome of running tests. */
export interface Run {
  outcome: 'passed' | 'failed' | 'timed out'
  /** The first test file that failed. */
  failed?: string
  /** Seconds of each test file that ran. */
  files: Record<string, number>
}

interface Report {
  testResults: { name: string; status: 'passed' | 'failed'; startTime: number; endTime: number }[]
}

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

/** Runs test files in a copy of the checkout, until the first one fails. */
export async function runTests(
  tests: readonly string[],
  limitMs: number,
  { tree, scratch, environment }: Surroundings,
): Promise<Run> {
  const report = join(tree, 'mutants-report.json')
  mkdirSync(scratch, { recursive: true })
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      join(tree, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['--config', 'tools/mutants/vitest.config.ts'],
      ...['--reporter', 'json', '--outputFile', report],
      ...tests,
    ],
    // Its own process group ends as a whole, with the processes that its tests have started.
    {
      cwd: tree,
      env: { ...process.env, TMPDIR: scratch, ...environment },
      stdio: 'ignore',
      detached: true,
    },
  )
  const { pid } = child
  if (pid === undefined) throw new Error('vitest could not be started')
  running.add(pid)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    kill(pid)
  }, limitMs)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(limit)
  kill(pid)
  running.delete(pid)
  rmSync(scratch, { recursive: true, force: true })
  if (isEnding) throw new Interrupted()
  if (isLate) return { outcome: 'timed out', files: {} }
  return { outcome: code === 0 ? 'passed' : 'failed', ...read(report, tree) }
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

/** Reads a report. A process that was ended by a mutant leaves none. */
function read(path: string, tree: string): Pick<Run, 'failed' | 'files'> {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report
    const nameOf = ({ name }: { name: string }) => name.slice(tree.length + 1)
    const failed = testResults.find(({ status }) => status === 'failed')
    return {
      ...(failed && { failed: nameOf(failed) }),
      files: Object.fromEntries(
        testResults.map((file) => [nameOf(file), (file.endTime - file.startTime) / 1_000]),
      ),
    }
  } catch {
    return { files: {} }
  }
}
