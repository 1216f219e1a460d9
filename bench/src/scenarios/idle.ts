import { setTimeout as sleep } from 'node:timers/promises'
import { figure, type Measurement } from '../measurement.ts'
import { memoryOf } from '../processes.ts'
import { defaultConfiguration, startProduct } from '../product.ts'

/** Long enough for the garbage of the start to be collected. */
const settleMs = 5_000

/** Measures the memory of the site and the economy service together, after a few pages and a pause. */
export async function idle(): Promise<Measurement[]> {
  await using product = await startProduct(undefined, defaultConfiguration)
  for (const path of ['/', '/games', '/register', '/login'])
    await (await fetch(product.baseUrl + path)).text()
  await sleep(settleMs)
  const all = [product.site.pid, ...(await product.services())]
  const resident = await Promise.all(all.map((pid) => memoryOf(pid)))
  const megabytes = resident.reduce((sum, bytes) => sum + bytes) / 1_000_000
  return [
    figure('idle memory, site and economy service', megabytes, 'MB', 'limit', { target: { atMost: 250 } }),
  ]
}
