import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { databases, openDatabase } from '../support/databases.ts'
import { json, makePlace, type Place, upload } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { runToEnd, startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { unlimited } from '../support/unlimited.ts'

/** Results that the product confirmed to users. */
interface Done {
  users: string[]
  posts: string[]
  /** Uploaded place files. Players get the last one. */
  uploads: Buffer[]
  minted: number
  vote: 'like' | 'dislike'
}

/** Starts users who act all the time, each waiting for one action before the next. */
function startUsers(product: Product, maker: Person, voter: Person, place: Place) {
  const done: Done = { users: [], posts: [], uploads: [], minted: 0, vote: 'like' }
  let stopped = false
  const faults: string[] = []
  const repeat = async (pauseMs: number, act: (turn: number) => Promise<void>) => {
    for (let turn = 1; !stopped; turn++) {
      await act(turn).catch((error: Error) => faults.push(error.message))
      await delay(pauseMs)
    }
  }
  const expectDone = (response: Response) => {
    if (response.status >= 400) throw new Error(`${response.url} answered ${response.status}`)
  }
  const activities = [
    repeat(100, async (turn) => {
      await register(product.baseUrl, `Somebody_${turn}`)
      done.users.push(`Somebody_${turn}`)
    }),
    repeat(25, async () => {
      const vote = done.vote === 'like' ? 'dislike' : 'like'
      expectDone(await voter.post(`${place.path}?/${vote}`))
      done.vote = vote
    }),
    repeat(50, async () => {
      const file = randomBytes(300_000)
      expectDone(await upload({ maker, place }, file))
      done.uploads.push(file)
    }),
    repeat(2_000, async (turn) => {
      const response = await voter.post('/user/voter?/post', { content: `Post ${turn}` })
      // On a slow machine, the test may reach the limit of posts.
      if (response.status === 429) return
      expectDone(response)
      done.posts.push(`Post ${turn}`)
    }),
    repeat(25, async () => {
      const response = await fetch(`${product.economyUrl}/mint`, {
        method: 'POST',
        headers: { ...(await bearerOf(product, 'economy')), 'Idempotency-Key': `mint-${done.minted + 1}` },
        body: JSON.stringify({ To: 'user:somebody', Amount: 1_000_000, Note: 'Wages' }),
      })
      expectDone(response)
      done.minted += 1
    }),
  ]
  return {
    soFar: (): Done => ({
      ...done,
      users: [...done.users],
      posts: [...done.posts],
      uploads: [...done.uploads],
    }),
    async stop() {
      stopped = true
      await Promise.all(activities)
      return faults
    },
  }
}

/** Starts the restored platform. Expects everything from before the backup, and no file or money from after it. */
async function expectRestored(restored: Record<string, string>, place: Place, before: Done, after: Done) {
  const second = await startProduct(restored)
  onTestFinished(async () => {
    expect(await second.stop()).toBe(0)
  })
  const reader = visitor(second.baseUrl)
  await reader.post('/login', { username: 'Voter', password })
  for (const name of before.users) expect((await reader.get(`/user/${name}`)).status).toBe(200)
  const { posts } = await json<{ posts: { content: { text: string }[] }[] }>(await reader.get('/user/voter'))
  const texts = posts.map(({ content }) => content[0]?.text)
  expect(texts).toEqual(expect.arrayContaining(before.posts))
  const { likeCount, dislikeCount } = await json<{ likeCount: number; dislikeCount: number }>(
    await reader.get(place.path),
  )
  expect(likeCount + dislikeCount).toBe(1)
  const headers = await bearerOf(second, 'gameservers')
  const file = await fetch(`${second.baseUrl}/game/${place.id}`, { headers })
  const played = Buffer.from(await file.arrayBuffer())
  const which = after.uploads.findIndex((bytes) => bytes.equals(played))
  expect(which).toBeGreaterThanOrEqual(before.uploads.length - 1)
  const response = await fetch(`${second.economyUrl}/balance/user:somebody`, {
    headers: await bearerOf(second, 'economy'),
  })
  const balance = Number(await response.text()) / 1_000_000
  expect(balance).toBeGreaterThanOrEqual(before.minted)
  expect(balance).toBeLessThanOrEqual(after.minted)
}

test.each(databases)(
  'restores and verifies a backup made while users are busy, and the platform runs on it, on %s',
  async (kind) => {
    const folder = await temporaryFolder()
    const archive = join(folder, 'archive.tar')
    // Each place has a single version, so that files are removed while others are copied.
    const database = await openDatabase(kind)
    onTestFinished(database.drop)
    const config = { Places: { Versions: 1 }, Limits: unlimited }
    const product = await startConfigured(config, database.environment)
    onTestFinished(product.kill)
    const maker = await register(product.baseUrl, 'Maker')
    const voter = await register(product.baseUrl, 'Voter')
    const place = await makePlace(maker, 'A busy place')
    const users = startUsers(product, maker, voter, place)
    const busy = ({ users, uploads, posts, minted }: Done) =>
      users.length >= 2 && uploads.length >= 3 && posts.length >= 1 && minted >= 20
    await expect.poll(() => busy(users.soFar())).toBe(true)

    const { environment } = product
    const before = users.soFar()
    expect(await runToEnd('backup', environment, [archive])).toEqual({
      code: 0,
      output: expect.stringMatching(/archive\.tar: the database, the ledger, \d+ files; \d+ bytes\.\n$/),
    })
    const whileRunning = await runToEnd('verify', environment)
    const after = users.soFar()
    expect(await users.stop()).toEqual([])
    expect(whileRunning).toEqual({ code: 0, output: expect.not.stringContaining('FAULT') })
    expect(after.uploads.length).toBeGreaterThan(before.uploads.length)
    expect(await product.stop()).toBe(0)

    const empty = await openDatabase(kind, false)
    onTestFinished(empty.drop)
    const restored = { BASEPLATE_DATA: join(folder, 'data'), ...empty.environment }
    expect((await runToEnd('restore', restored, [archive])).code).toBe(0)
    // An embedded database has a mark beside its folder, which tells an unmounted folder from a new one.
    const marks = kind === 'SQLite' ? ['data.platform'] : []
    expect((await readdir(folder)).toSorted()).toEqual(['archive.tar', 'data', ...marks])
    expect(await runToEnd('verify', restored)).toEqual({
      code: 0,
      output: expect.not.stringContaining('FAULT'),
    })

    await expectRestored(restored, place, before, after)
  },
)
