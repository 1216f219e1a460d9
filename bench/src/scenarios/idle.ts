import { setTimeout } from 'node:timers/promises'
import type { Measurement } from '../measurement.ts'
import { memoryOf } from '../process-memory.ts'
import { startProduct } from '../product.ts'

/** Long enough for the garbage of the start to be collected. */
const settleMs = 5_000

/** Measures the memory of the site and the economy service together, after a few pages and a pause. */
export async function idle(): Promise<Measurement[]> {
  const product = await startProduct()
  try {
    for (const path of ['/', '/games', '/register', '/login'])
      await (await fetch(product.baseUrl + path)).text()
    await setTimeout(settleMs)
    const services = await product.services()
    const resident = await Promise.all(services.map((pid) => memoryOf(pid)))
    const total = resident.reduce((sum, bytes) => sum + bytes, await product.site.residentBytes())
    return [
      {
        name: 'idle memory, site and economy service',
        value: total / 1_000_000,
        unit: 'MB',
        against: 'limit',
        target: { atMost: 250 },
      },
    ]
  } finally {
    await product.stop()
  }
}
