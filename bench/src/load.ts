import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { processorSecondsOf } from './processor-time.ts'

const run = promisify(execFile)

export interface Load {
  url: string
  connections: number
  seconds: number
  /** Process of the server, to measure its processor time. */
  pid?: number
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Query strings that requests append to the address in turn: `ticket=…`. */
  queries?: readonly string[]
  /** Paths that requests use in turn instead of the address's own. */
  paths?: readonly string[]
  /** Cookies that requests send in turn. */
  cookies?: readonly string[]
  /** Lua code that defines wrk's `request`, for bodies and other values that differ between requests. */
  request?: string
}

export interface Measured {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  /** Number of responses with a status from 400, of broken connections and of timeouts. */
  errors: number
  /** Processor time per request in microseconds, including all children of the server; undefined without `pid`. */
  processorUs: number | undefined
}

/**
 * Sends load to an address with wrk, on one thread, which leaves the other core to the server.
 *
 * @throws when wrk is not installed (`apt install wrk`)
 */
export async function load({
  url,
  connections,
  seconds,
  pid,
  headers = {},
  ...asked
}: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  try {
    const script = join(folder, 'load.lua')
    await writeFile(script, scriptFor(new URL(url), asked))
    const processorSeconds = async () => (pid === undefined ? Number.NaN : processorSecondsOf([pid]))
    const before = await processorSeconds()
    const { stdout } = await run('wrk', [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--latency',
      // A slow response from a busy machine is not an error.
      '--timeout=10s',
      `--script=${script}`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      url,
    ])
    const measured = parse(stdout)
    const spent = (await processorSeconds()) - before
    return { ...measured, processorUs: pid === undefined ? undefined : (spent * 1e6) / measured.requests }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function scriptFor(
  { pathname }: URL,
  { queries, paths, cookies = [], request }: Pick<Load, 'queries' | 'paths' | 'cookies' | 'request'>,
): string {
  const report = `done = function(summary, latency)
    local e = summary.errors
    io.write(string.format("errors=%d\\n", e.connect + e.read + e.write + e.status + e.timeout))
    for _, p in pairs({50, 95, 99}) do io.write(string.format("p%dus=%d\\n", p, latency:percentile(p))) end
  end\n`
  const inTurn = paths ?? queries?.map((query) => `${pathname}?${query}`)
  if (!inTurn) return `${request ?? ''}\n${report}`
  const list = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(',\n')}}`
  return `local paths, cookies = ${list(inTurn)}, ${list(cookies)}
  local at, by = 0, 0
  request = function()
    at = at % #paths + 1
    if #cookies > 0 then
      by = by % #cookies + 1
      wrk.headers["Cookie"] = cookies[by]
    end
    return wrk.format("GET", paths[at])
  end\n${report}`
}

function parse(output: string): Omit<Measured, 'processorUs'> {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN)
  return {
    requests: number(/(\d+) requests in/),
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: number(/p50us=(\d+)/) / 1000,
    p95Ms: number(/p95us=(\d+)/) / 1000,
    p99Ms: number(/p99us=(\d+)/) / 1000,
    errors: number(/errors=(\d+)/),
  }
}
