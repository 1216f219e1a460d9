import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** Whether each product of the tests has several sites, as in `npm run test:cluster`. */
export const isCluster = process.env.TEST_SITES === 'several'

const root = resolve(import.meta.dirname, '../..')

/** Password hashes and signing keys that take a hundredth of their work. */
const quickCrypto = ['--import', resolve(root, 'platform/src/testing/quick-crypto.ts')]

/** Starts a program of the checkout. Its environment has only the given variables and those of a service manager. */
export function run(program: readonly string[], environment: Record<string, string>) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...quickCrypto, ...program], {
    cwd: root,
    // The test runner's own environment is left out, because it has a BASE_URL, too.
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  return { child, output: () => text }
}

/** Returns the exit code once the process has ended. If it ends after the call, its output is complete. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('close', resolve))
}

/** Waits until the output matches. Fails when the process ends first or takes too long. */
export async function until(
  child: ChildProcess,
  output: () => string,
  timeoutMs: number,
  said: (text: string) => boolean,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the product ${why}:\n${output()}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('did not start in time')
    }, timeoutMs)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code} while it started`)
    })
    child.stdout?.on('data', () => {
      if (!said(output())) return
      clearTimeout(timer)
      resolve()
    })
  })
}

export interface Product {
  baseUrl: string
  economyUrl: string
  dataDirectory: string
  /** PostgreSQL, past a pooler; undefined: SQLite. */
  databaseUrl?: string | undefined
  /** Object storage; undefined: files are in the data directory. */
  filesUrl?: string | undefined
  /** Address of each site, past a load balancer. */
  siteUrls: readonly [string, ...string[]]
  /** Variables for commands that work on its data. */
  environment: Record<string, string>
  /** Returns the output so far, of both streams. */
  output(): string
  /** Ends it as a service manager does, and returns the exit code. */
  stop(): Promise<number | null>
  /** Kills it as a power cut does. */
  kill(): Promise<void>
  /** Process id of `baseplate start`. */
  pid: number
}
