import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { createAsset } from '@baseplate/platform/catalog/store-asset'
import { NotAnImage, toPixels } from '@baseplate/platform/foundation/images'
import type { Platform } from '@baseplate/platform/platform'
import { encodePng } from '@baseplate/platform/renderer/png'
import { renderPriority, userSubject } from '@baseplate/platform/renders/rules'
import type { Figure } from '../figure.ts'
import { type Product, startProduct } from '../product.ts'
import { seedUsers } from '../seed.ts'

const avatars = 400
/** Drawn while threads start and code is compiled: not counted. */
const warming = 40
const registrations = 40
const password = 'correct horse battery'

/** Users whose looks are drawn, and somebody who has just registered and waits for theirs. */
export async function renderer(): Promise<Figure[]> {
  const product = await startProduct(seedRequests)
  try {
    const rate = await drawnPerSecond(product)
    const firsts = await firstPictures(product)
    return [
      {
        name: `avatars, head shot and body shot, a third of them in clothes`,
        value: rate,
        unit: 'avatars/s',
        against: 'what is asked for',
        peer: 20,
        target: { atLeastShare: 1 },
      },
      {
        name: 'first pictures after a registration, p95',
        value: firsts.toSorted((a, b) => a - b)[Math.floor(firsts.length * 0.95)] ?? Number.NaN,
        unit: 'ms',
        against: `${registrations} registrations, one after the other`,
        target: { atMost: 1_000 },
      },
      ...(await refuseBomb()),
    ]
  } finally {
    await product.stop()
  }
}

async function seedRequests(platform: Platform): Promise<void> {
  const { db, renders } = platform
  const users = await seedUsers(platform, avatars)
  const maker = { id: users[0] ?? '', username: 'player_0', permissionLevel: 3, theme: null, standing: null }
  const rgba = new Uint8Array(585 * 559 * 4)
  for (const at of rgba.keys()) rgba[at] = at % 4 === 3 ? 255 : (at * 31) % 251
  const sheet = encodePng({ width: 585, height: 559, rgba })
  const wearing: number[] = []
  for (const [type, name] of [
    [11, 'Shirt'],
    [12, 'Pants'],
    [2, 'T-shirt'],
  ] as const) {
    const file = (async function* () {
      yield sheet
    })()
    wearing.push((await createAsset(platform, maker, { type, name }, file)).id)
  }
  await db.transaction().execute(async (trx) => {
    for (const [index, user_id] of users.entries()) {
      if (index % 3 === 0) {
        await trx
          .insertInto('worn_items')
          .values(wearing.map((asset_id) => ({ user_id, asset_id })))
          .execute()
      }
      await renders.request(trx, userSubject(user_id), renderPriority.newLooks)
    }
  })
}

/** From the times at which the pictures came, once all are there. */
async function drawnPerSecond({ dataDirectory }: Product): Promise<number> {
  const folder = join(dataDirectory, 'avatars')
  const headShots = async () =>
    existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('-head.png')) : []
  const end = Date.now() + 120_000
  while ((await headShots()).length < avatars) {
    if (Date.now() > end) throw new Error('the avatars are not drawn after two minutes')
    await sleep(100)
  }
  const times = await Promise.all(
    (await headShots()).map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  const counted = times.toSorted((a, b) => a - b).slice(warming)
  return (counted.length - 1) / (((counted.at(-1) ?? 0) - (counted[0] ?? 0)) / 1000)
}

/** From the answer to a registration until both of its pictures are there, in ms. */
async function firstPictures({ baseUrl, dataDirectory }: Product): Promise<number[]> {
  const folder = join(dataDirectory, 'avatars')
  const before = (await readdir(folder)).length
  const times: number[] = []
  for (let number = 1; number <= registrations; number++) {
    const username = `newcomer_${number}`
    const response = await fetch(`${baseUrl}/register?/register`, {
      method: 'POST',
      body: new URLSearchParams({ username, password, cpassword: password }),
      headers: { accept: 'application/json' },
      redirect: 'manual',
    })
    if (response.status !== 302) throw new Error(`a registration was answered with ${response.status}`)
    const started = performance.now()
    while ((await readdir(folder)).length < before + number * 2) await sleep(5)
    times.push(performance.now() - started)
  }
  return times
}

/** A small file that says it has 50,000 x 50,000 pixels. */
async function refuseBomb(): Promise<Figure[]> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const bomb = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  const before = process.memoryUsage().rss
  const started = performance.now()
  const refused = await toPixels(bomb, { maxPixels: 20_000_000, maxSide: 512 }).catch((error: Error) => error)
  const took = performance.now() - started
  if (!(refused instanceof NotAnImage)) throw new Error('the bomb was not refused')
  return [
    {
      name: 'PNG of 50,000 x 50,000 pixels is refused',
      value: took,
      unit: 'ms',
      against: `${bomb.length.toLocaleString('en')} bytes`,
      target: { atMost: 200 },
    },
    {
      name: 'memory that refusing it takes',
      value: Math.max(0, process.memoryUsage().rss - before) / 1_000_000,
      unit: 'MB',
      against: 'resident, before and after',
      target: { atMost: 50 },
    },
  ]
}
