import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBareHttp } from '../bare-http.ts'
import { download } from '../download.ts'
import type { Measurement } from '../measurement.ts'
import { median } from '../measurement.ts'
import { startNginx } from '../nginx.ts'
import { type Product, startProduct } from '../product.ts'
import { makerOf, seedUsers, storeHat } from '../seed.ts'
import { ratesOf, versus } from '../versus.ts'

/** Number of small assets, which the requests name in turn. */
const smallAssets = 200
const smallBytes = 4_096
const largeBytes = 10_000_000
const connections = 64
const seconds = 5
const rounds = 15

/** Measures users' assets: small ones against a bare server, and a large one against nginx. */
export async function asset(): Promise<Measurement[]> {
  const { product, small, large } = await startStocked()
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-nginx-'))
  const bare = await startBareHttp('x'.repeat(smallBytes))
  let nginx: { url: string; stop: () => void } | undefined
  try {
    const queries = small.map((id) => `id=${id}`)
    const load = { connections, seconds, queries }
    const compared = await versus(
      { ...load, url: `${product.baseUrl}/asset`, pid: product.site.pid },
      { ...load, url: bare.url, pid: bare.pid },
    )
    await copyFile(join(product.dataDirectory, 'assets', String(large)), join(folder, 'file'))
    nginx = await startNginx(folder)
    const downloads: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      downloads.push(await download(`${product.baseUrl}/asset?id=${large}`, largeBytes))
      theirs.push(await download(nginx.url, largeBytes))
    }
    return [
      {
        name: 'cached asset of 4 KB',
        ...ratesOf(compared),
        against: 'bare node:http',
        target: { atLeastShare: 0.4 },
      },
      {
        name: 'download of a 10 MB asset',
        value: median(downloads),
        unit: 'MB/s',
        against: 'nginx',
        peer: median(theirs),
        target: { atLeastShare: 0.5 },
      },
    ]
  } finally {
    nginx?.stop()
    await Promise.all([product.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a product with the assets, and returns their ids. */
async function startStocked(): Promise<{ product: Product; small: number[]; large: number }> {
  const small: number[] = []
  let large = 0
  const product = await startProduct(async (platform) => {
    const [id = ''] = await seedUsers(platform, 1)
    const store = (size: number) => storeHat(platform, makerOf(id), randomBytes(size))
    for (let index = 0; index < smallAssets; index++) small.push(await store(smallBytes))
    large = await store(largeBytes)
  })
  return { product, small, large }
}
