import { median } from './figure.ts'
import type { Load, Measured } from './load.ts'
import { load } from './load.ts'

/** Pairs of turns: the machine's speed drifts, so product and peer are measured one after the other, several times. */
const rounds = 3

/** Loads the product and its peer in turn; answers the medians of each. */
export async function versus(product: Load, peer: Load): Promise<{ product: Measured; peer: Measured }> {
  await load({ ...product, seconds: 2 })
  await load({ ...peer, seconds: 2 })
  const products: Measured[] = []
  const peers: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    products.push(await load(product))
    peers.push(await load(peer))
  }
  return { product: middle(products), peer: middle(peers) }
}

/** @throws when an answer was an error: its speed says nothing. */
function middle(turns: readonly Measured[]): Measured {
  const errors = turns.reduce((sum, turn) => sum + turn.errors, 0)
  if (errors > 0) throw new Error(`${errors} requests failed under load`)
  return {
    requestsPerSecond: median(turns.map((turn) => turn.requestsPerSecond)),
    p99Ms: median(turns.map((turn) => turn.p99Ms)),
    errors,
  }
}
