import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Load {
  url: string
  connections: number
  seconds: number
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Queries that are appended to the address, in turn: `ticket=…`. */
  queries?: readonly string[]
  /** Paths that are asked for in turn, in place of the address's own. */
  paths?: readonly string[]
  /** Cookies that are sent in turn, one with each request. */
  cookies?: readonly string[]
  /** Lua that defines wrk's `request`, for bodies and anything else that differs from one request to the next. */
  request?: string
}

export interface Measured {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  /** Answers other than 2xx and 3xx, and broken connections. */
  errors: number
}

/**
 * Loads an address with wrk, on one thread: the other core is the server's.
 *
 * @throws when wrk is not on the machine (`apt install wrk`).
 */
export async function load({ url, connections, seconds, headers = {}, ...asked }: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  try {
    const script = join(folder, 'load.lua')
    await writeFile(script, scriptFor(new URL(url), asked))
    const { stdout } = await run('wrk', [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--latency',
      // A busy machine may take long; that is a slow answer, and no failed one.
      '--timeout=10s',
      `--script=${script}`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      url,
    ])
    return parse(stdout)
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

function parse(output: string): Measured {
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
