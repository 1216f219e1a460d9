import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { Platform } from '@baseplate/platform/platform'
import { renderPriority, userSubject } from '@baseplate/platform/rendering/rules'
import { type Measurement, percentile } from '../measurement.ts'
import { type Product, startProduct } from '../product.ts'
import { makerOf, seedUsers } from '../seed.ts'
import { dress } from '../wardrobe.ts'

const avatars = 400
/** Unmeasured renders, during which threads start and code is compiled. */
const warmUpRenders = 40
const registrations = 40
const bombs = 20
const password = 'correct horse battery'
const megabyte = 1_000_000

/** Measures the renders of users' characters, the wait of a newly registered user, and uploads of invalid pictures. */
export async function renderer(): Promise<Measurement[]> {
  const product = await startProduct(requestRenders)
  try {
    const { rate, processorMs } = await renderAll(product)
    const { times, cookie } = await firstPictures(product)
    const bomb = await refuseBombs(product, cookie)
    return [
      {
        name: 'avatars, head shot and body shot, half of them dressed, a sixth with hats',
        value: rate,
        unit: 'avatars/s',
        against: 'required rate',
        peer: 20,
        target: { atLeastShare: 1 },
      },
      {
        name: 'processor time per avatar',
        value: processorMs,
        unit: 'ms',
        against: '25 a second on 2 cores',
        target: { atMost: 80 },
      },
      {
        name: 'first pictures after a registration, p95',
        value: percentile(times, 95),
        unit: 'ms',
        against: `${registrations} registrations, one after the other`,
        target: { atMost: 1_000 },
      },
      {
        name: 'PNG of 50,000 x 50,000 pixels is refused, p95',
        value: percentile(bomb.times, 95),
        unit: 'ms',
        against: `${bombs} uploads of ${bomb.bytes.toLocaleString('en')} bytes as an icon`,
        target: { atMost: 200 },
      },
      {
        name: 'memory raised by refusing them',
        value: bomb.raised / megabyte,
        unit: 'MB',
        against: 'peak resident memory',
        target: { atMost: 50 },
      },
    ]
  } finally {
    await product.stop()
  }
}

async function requestRenders(platform: Platform): Promise<void> {
  const { db, renders } = platform
  const users = await seedUsers(platform, avatars)
  await dress(platform, makerOf(users[0] ?? ''), users)
  await db.transaction().execute(async (trx) => {
    await renders.requestAll(trx, users.map(userSubject), renderPriority.newAppearance)
  })
}

/** Measures the time between the first finished renders and the last. */
async function renderAll({ dataDirectory, site }: Product): Promise<{ rate: number; processorMs: number }> {
  const end = Date.now() + 240_000
  const untilRendered = async (count: number) => {
    for (;;) {
      const rendered = await countPortraits(dataDirectory)
      if (rendered >= count) return { rendered, at: performance.now(), processor: await site.cpuSeconds() }
      if (Date.now() > end) throw new Error(`only ${rendered} avatars were rendered in four minutes`)
      await sleep(50)
    }
  }
  const before = await untilRendered((await countPortraits(dataDirectory)) + warmUpRenders)
  const after = await untilRendered(avatars)
  const count = after.rendered - before.rendered
  return {
    rate: count / ((after.at - before.at) / 1000),
    processorMs: ((after.processor - before.processor) / count) * 1000,
  }
}

/** Counts the portraits, which are stored last. */
async function countPortraits(dataDirectory: string): Promise<number> {
  const folder = join(dataDirectory, 'avatars')
  if (!existsSync(folder)) return 0
  return (await readdir(folder)).filter((name) => name.endsWith('-portrait.webp')).length
}

const send = (address: string, body: URLSearchParams | FormData, cookie = '') =>
  fetch(address, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', cookie },
    redirect: 'manual',
  })

/**
 * Returns the times in ms from the response to a registration until all of its pictures exist, and the last session.
 */
async function firstPictures({ baseUrl, dataDirectory }: Product) {
  const before = await countPortraits(dataDirectory)
  const times: number[] = []
  let cookie = ''
  for (let number = 1; number <= registrations; number++) {
    const form = new URLSearchParams({ username: `newcomer_${number}`, password, cpassword: password })
    const response = await send(`${baseUrl}/register?/register`, form)
    if (response.status !== 302) throw new Error(`a registration was answered with ${response.status}`)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const started = performance.now()
    while ((await countPortraits(dataDirectory)) < before + number) await sleep(5)
    times.push(performance.now() - started)
  }
  return { times, cookie }
}

/** Uploads small files that claim 50,000 x 50,000 pixels. */
async function refuseBombs({ baseUrl, site }: Product, cookie: string) {
  const created = await send(`${baseUrl}/games/create`, new URLSearchParams({ name: 'A place' }), cookie)
  const path = created.headers.get('location') ?? ''
  const bomb = pngOf(50_000)
  const upload = async () => {
    const form = new FormData()
    form.set('name', 'A place')
    form.set('icon', new Blob([bomb]), 'icon.png')
    const started = performance.now()
    const response = await send(`${baseUrl}${path}/settings?/view`, form, cookie)
    const text = await response.text()
    if (response.status !== 400 || !text.includes('Icon must be an image')) {
      throw new Error(`a bomb was answered with ${response.status}: ${text}`)
    }
    return performance.now() - started
  }
  // The first upload loads code that later ones reuse.
  await upload()
  const before = await site.residentBytes()
  await site.forgetPeak()
  const times: number[] = []
  for (let count = 0; count < bombs; count++) times.push(await upload())
  return { times, bytes: bomb.length, raised: Math.max(0, (await site.peakBytes()) - before) }
}

/** Returns a PNG file whose header claims this many pixels on each side, with 10 MB of compressed zeros. */
function pngOf(side: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
