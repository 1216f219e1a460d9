import { once } from 'node:events'
import type { Program } from '../driver.ts'
import type { Isolation } from '../isolation/open.ts'
import { failureOf, launch } from './launch-process.ts'

/** Characters kept of its error output. */
const wordsMax = 500

interface ProgramOptions {
  isolation: Isolation
  work: string
  environment: Readonly<Record<string, string>>
}

/** Runs a program as servers run, without the secrets of one. @throws Error with the reason when it cannot be started */
export async function runProgram(
  run: string,
  argv: readonly string[],
  { isolation, ...options }: ProgramOptions,
): Promise<Program> {
  const child = launch({ argv, run }, { ...options, isolation, access: '/nowhere', output: 'pipe' })
  const { pid, stdout, stderr } = child
  if (pid === undefined || !stdout || !stderr) throw await failureOf(child)
  let words = ''
  stderr.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-wordsMax)
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    isolation.release(run)
    return signal ? `by ${signal}` : code === 0 ? undefined : `with code ${code}`
  })
  async function* output() {
    yield* stdout ?? []
    const how = await ended
    if (how !== undefined) throw new Error(`it ended ${how}: ${words.trim()}`)
  }
  return {
    output: output(),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) killGroup(pid)
      stdout.destroy()
      await ended
    },
  }
}

/** Kills a program with the sandbox around it. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
