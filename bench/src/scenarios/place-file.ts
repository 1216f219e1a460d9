import { randomFillSync } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { download } from '../download.ts'
import type { Measurement } from '../measurement.ts'
import { median } from '../measurement.ts'
import { startNginx } from '../nginx.ts'
import { type Product, startProduct } from '../product.ts'

const bytes = 100_000_000
const megabyte = 1_000_000
const rounds = 5

/** Measures the upload of a place file of 100 MB by memory, and its download by speed against nginx. */
export async function placeFile(): Promise<Measurement[]> {
  const product = await startProduct()
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-bench-nginx-'))
  let nginx: { url: string; stop: () => void } | undefined
  try {
    const { id, cookie, upload } = await createPlace(product)
    // The first upload loads code that later ones reuse, so memory is measured on the second.
    await upload(Buffer.from('warm'))
    const file = randomFillSync(Buffer.alloc(bytes))
    const before = await product.site.residentBytes()
    await product.site.forgetPeak()
    await upload(file)
    const raised = (await product.site.peakBytes()) - before

    await copyFile(join(product.dataDirectory, 'places', String(id)), join(folder, 'file'))
    nginx = await startNginx(folder)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await download(`${product.baseUrl}/game/${id}`, bytes, { cookie }))
      theirs.push(await download(nginx.url, bytes))
    }
    return [
      {
        name: 'memory raised by a 100 MB upload',
        value: raised / megabyte,
        unit: 'MB',
        against: 'the file: 100 MB',
        target: { atMost: 40 },
      },
      {
        name: 'download of a 100 MB place file',
        value: median(ours),
        unit: 'MB/s',
        against: 'nginx',
        peer: median(theirs),
        target: { atLeastShare: 0.5 },
      },
    ]
  } finally {
    nginx?.stop()
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createPlace({ baseUrl }: Product) {
  const accept = 'application/json'
  const form = new URLSearchParams({ username: 'Maker', password: 'x', cpassword: 'x' })
  const send = (path: string, body: URLSearchParams | FormData, cookie = '') =>
    fetch(new URL(path, baseUrl), { method: 'POST', body, headers: { accept, cookie }, redirect: 'manual' })
  const registered = await send('/register?/initialAccount', form)
  const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const created = await send('/games/create', new URLSearchParams({ name: 'Large' }), cookie)
  const path = created.headers.get('location') ?? ''
  return {
    id: Number(path.split('/')[2]),
    /** Cookie of the owner, who may read the file. */
    cookie,
    async upload(file: Buffer<ArrayBuffer>) {
      const body = new FormData()
      body.set('file', new Blob([file]), 'place.rbxl')
      const response = await send(`${path}/settings?/data`, body, cookie)
      if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
    },
  }
}
