import type { Load, Measured } from './load.ts'
import { load } from './load.ts'
import { median } from './measurement.ts'

/** Pairs of turns. The machine's speed drifts, so product and peer are measured alternately. */
const rounds = 3

/** Sends load to the product and its peer in turn. Returns the medians of each. */
export async function versus(product: Load, peer: Load): Promise<{ product: Measured; peer: Measured }> {
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

/** Returns the part of a measurement that compares requests per second. */
export const ratesOf = ({ product, peer }: { product: Measured; peer: Measured }) => ({
  value: product.requestsPerSecond,
  unit: 'requests/s',
  peer: peer.requestsPerSecond,
  processorUs: { product: product.processorUs, peer: peer.processorUs },
})

/** A load whose servers report the processor seconds that they have used. */
export interface MeteredLoad extends Load {
  processorSeconds: () => Promise<number>
}

/**
 * Sends load to the product and its peer in turn. Returns the median processor time per request of each, in
 * milliseconds. Unlike throughput, it is hardly affected by other users of the machine.
 */
export async function processorTimeVersus(
  product: MeteredLoad,
  peer: MeteredLoad,
): Promise<{ product: number; peer: number }> {
  await load({ ...product, seconds: 2 })
  await load({ ...peer, seconds: 2 })
  const turn = async ({ processorSeconds, ...asked }: MeteredLoad) => {
    const before = await processorSeconds()
    const { requests } = medianTurn([await load(asked)])
    return (((await processorSeconds()) - before) * 1_000) / requests
  }
  const products: number[] = []
  const peers: number[] = []
  for (let round = 0; round < rounds; round++) {
    products.push(await turn(product))
    peers.push(await turn(peer))
  }
  return { product: median(products), peer: median(peers) }
}

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
    p95Ms: median(turns.map((turn) => turn.p95Ms)),
    p99Ms: median(turns.map((turn) => turn.p99Ms)),
    errors,
    processorUs: median(turns.flatMap(({ processorUs }) => processorUs ?? [])) || undefined,
  }
}
