import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Measurement, median } from './measurement.ts'
import { processorSecondsOf } from './processes.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

export interface Load {
  url: string
  connections: number
  seconds: number
  /** Processes whose processor time, with that of their descendants, is measured. */
  pids?: readonly number[]
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Paths that requests use in turn instead of the address's own. */
  paths?: readonly string[]
  /** Lua code that defines wrk's `request`, for bodies and other values that differ between requests. */
  request?: string
}

export interface Measured {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Number of responses with a status from 400, of broken connections and of timeouts. */
  errors: number
  /** Processor time per request in microseconds; undefined without `pids`. */
  processorUs: number | undefined
}

/** Sends load to an address with wrk, on one thread, which leaves the other core to the server. */
export async function load({
  url,
  connections,
  seconds,
  pids,
  headers = {},
  ...asked
}: Load): Promise<Measured> {
  await using folder = await temporaryFolder()
  const script = join(folder.path, 'load.lua')
  await writeFile(script, scriptFor(asked))
  const processorSeconds = async () => (pids === undefined ? Number.NaN : processorSecondsOf(pids))
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
  return { ...measured, processorUs: pids === undefined ? undefined : (spent * 1e6) / measured.requests }
}

/** Returns values as a list in Lua. */
export const luaList = (values: readonly string[]): string =>
  `{${values.map((value) => JSON.stringify(value)).join(',\n')}}`

function scriptFor({ paths, request = '' }: Pick<Load, 'paths' | 'request'>): string {
  const inTurn = `local paths = ${luaList(paths ?? [])}
  local at = 0
  request = function()
    at = at % #paths + 1
    return wrk.format("GET", paths[at])
  end`
  return `${paths ? inTurn : request}
  done = function(summary, latency)
    local e = summary.errors
    io.write(string.format("errors=%d\\n", e.connect + e.read + e.write + e.status + e.timeout))
    for _, p in pairs({50, 99}) do io.write(string.format("p%dus=%d\\n", p, latency:percentile(p))) end
  end\n`
}

function parse(output: string): Omit<Measured, 'processorUs'> {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN)
  return {
    requests: number(/(\d+) requests in/),
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: number(/p50us=(\d+)/) / 1000,
    p99Ms: number(/p99us=(\d+)/) / 1000,
    errors: number(/errors=(\d+)/),
  }
}

/** Medians of a load on the product and of one on its peer. */
export interface Versus {
  product: Measured
  peer: Measured
}

/** Pairs of turns. The machine's speed drifts, so product and peer are measured alternately. */
const rounds = 3

/** Sends load to the product and its peer in turn, after a warm-up of each. */
export async function versus(product: Load, peer: Load): Promise<Versus> {
  await load({ ...product, seconds: 2 })
  await load({ ...peer, seconds: 2 })
  const products: Measured[] = []
  const peers: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    products.push(await load(product))
    peers.push(await load(peer))
  }
  return { product: medianTurn(products), peer: medianTurn(peers) }
}

/** Returns the measurement that compares requests per second. @param share the least share of the peer's rate */
export const rates = (
  name: string,
  { product, peer }: Versus,
  against: string,
  share?: number,
  unit = 'requests/s',
): Measurement => ({
  name,
  value: product.requestsPerSecond,
  unit,
  against,
  peer: peer.requestsPerSecond,
  processorUs: { product: product.processorUs, peer: peer.processorUs },
  ...(share !== undefined && { target: { atLeastShare: share } }),
})

/**
 * Returns the medians of several turns of a load, and the sum of their requests.
 *
 * @throws when a response was an error, because a speed with errors means nothing
 */
export function medianTurn(turns: readonly Measured[]): Measured {
  const errors = turns.reduce((sum, turn) => sum + turn.errors, 0)
  if (errors > 0) throw new Error(`${errors} requests failed under load`)
  return {
    requests: turns.reduce((sum, turn) => sum + turn.requests, 0),
    requestsPerSecond: median(turns.map((turn) => turn.requestsPerSecond)),
    p50Ms: median(turns.map((turn) => turn.p50Ms)),
    p99Ms: median(turns.map((turn) => turn.p99Ms)),
    errors,
    processorUs: median(turns.flatMap(({ processorUs }) => processorUs ?? [])) || undefined,
  }
}
