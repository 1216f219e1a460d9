import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { besideNginx } from '../downloads.ts'
import { rates, versus } from '../load.ts'
import { type Measurement, repeated } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedUsers, storeHat } from '../seed.ts'
import { startPeer } from '../server-process.ts'

/** Number of small assets, which the requests name in turn. */
const smallAssets = 200
const smallBytes = 4_096
const largeBytes = 10_000_000

/** Measures users' assets: small ones against a bare server, and a large one against nginx. */
export async function asset(): Promise<Measurement[]> {
  let small: number[] = []
  let large = 0
  await using product = await startProduct(async (platform) => {
    const [maker = ''] = await seedUsers(platform, 1)
    const store = (size: number) => storeHat(platform, maker, randomBytes(size))
    small = await repeated(smallAssets, () => store(smallBytes))
    large = await store(largeBytes)
  })
  await using bare = await startPeer({ BODY: 'x'.repeat(smallBytes) })
  const load = { connections: 64, seconds: 5, paths: small.map((id) => `/asset?id=${id}`) }
  const compared = await versus(
    { ...load, url: product.baseUrl, pids: [product.site.pid] },
    { ...load, url: bare.url, pids: [bare.pid] },
  )
  return [
    rates('cached asset of 4 KB', compared, 'bare node:http', 0.4),
    await besideNginx('download of a 10 MB asset', {
      url: `${product.baseUrl}/asset?id=${large}`,
      file: join(product.dataDirectory, 'assets', String(large)),
      bytes: largeBytes,
      rounds: 15,
    }),
  ]
}
