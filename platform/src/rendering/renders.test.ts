import { CannotDraw } from '@baseplate/renderer/drawing'
import { day, minute } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { findDueRenders, leaseRender, type RenderRow, settleAttempt } from './queries.ts'
import { createRenders, type Renderer } from './renders.ts'
import {
  assetSubject,
  leaseMs,
  maxAttempts,
  maxLosses,
  renderPriority,
  retryDelayMs,
  userSubject,
} from './rules.ts'
import { storePictures } from './store-pictures.ts'

const rows = ({ db }: TestPlatform) => db.selectFrom('renders').selectAll().orderBy('subject').execute()

/** Starts a queue with a renderer that draws nothing. The test decides when each drawing ends, and how. */
function startRenders(platform: TestPlatform, concurrency = 1) {
  const started: { render: RenderRow; succeed: () => Promise<boolean>; fail: (error: Error) => void }[] = []
  const ending = new AbortController()
  const renderer: Renderer = {
    concurrency,
    edition: 1,
    handsOver: false,
    leaseMs,
    carryOut(render) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ending.signal.addEventListener('abort', () => reject(new Error('closed')))
      started.push({
        render,
        async succeed() {
          const identified = { subject: render.subject, renderId: render.render_id }
          const stored = await storePictures(platform, identified, {})
          resolve()
          return stored
        },
        fail: reject,
      })
      return promise
    },
    async close() {
      ending.abort()
    },
  }
  const renders = createRenders(platform, renderer)
  const nextStarted = async () => {
    await vi.waitFor(() => expect(started.length).toBeGreaterThan(0))
    return started.shift() as (typeof started)[number]
  }
  return { renders, nextStarted }
}

describe.each(databases)('the queue of renders on %s', (kind) => {
  test('has each subject once, keeps its position, and draws new users first', async () => {
    const platform = await openTestPlatform(kind)
    const { db, renders } = platform
    const [one, two, three] = [assetSubject(1), userSubject('two'), userSubject('three')]
    await renders.request(db, one, renderPriority.thumbnail)
    platform.pass(1)
    await renders.request(db, two, renderPriority.newAppearance)
    platform.pass(1)
    await renders.request(db, three, renderPriority.firstPictures)
    const [before] = await rows(platform)
    platform.pass(1)
    for (const subject of [one, two, three]) await renders.request(db, subject, renderPriority.newAppearance)
    const queue = (await findDueRenders(db, platform.now(), 10)).map(({ subject }) => subject)
    expect(queue).toEqual([three, one, two])
    const [after] = await rows(platform)
    expect(after?.requested).toBe(before?.requested)
    expect(after?.render_id).not.toBe(before?.render_id)
  })

  test('leases a request to one of two concurrent processes', async () => {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    await platform.renders.request(db, userSubject('a'), renderPriority.newAppearance)
    const [due] = await findDueRenders(db, platform.now(), 1)
    if (!due) throw new Error('nothing is due')
    const until = platform.now() + leaseMs
    const taken = await Promise.all([leaseRender(db, due, until), leaseRender(db, due, until)])
    expect(taken.toSorted()).toEqual([false, true])
    expect(await findDueRenders(db, platform.now(), 1)).toEqual([])
    platform.pass(leaseMs)
    expect(await findDueRenders(db, platform.now(), 1)).toMatchObject([{ attempts: 1, state: 'drawing' }])
  })

  test('records the outcome of the latest attempt only, and of none that is settled', async () => {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    await platform.renders.request(db, userSubject('a'), renderPriority.newAppearance)
    const lease = async () => {
      const [due] = await findDueRenders(db, platform.now(), 1)
      if (!due || !(await leaseRender(db, due, platform.now() + 1))) throw new Error('nothing is due')
      platform.pass(1)
      return { ...due, attempts: due.attempts + 1 }
    }
    const [first, second] = [await lease(), await lease()]
    expect([first.attempts, second.attempts]).toEqual([1, 2])
    await settleAttempt(db, first, { state: 'failed' })
    expect(await rows(platform)).toMatchObject([{ state: 'drawing', attempts: 2 }])
    await settleAttempt(db, second, { state: 'done' })
    await settleAttempt(db, second, { state: 'failed' })
    expect(await rows(platform)).toMatchObject([{ state: 'done' }])
  })

  test('discards the pictures of a request that a later one has replaced', async () => {
    const platform = await openTestPlatform(kind)
    const { renders, nextStarted } = startRenders(platform, 2)
    const subject = userSubject('anna')
    await renders.request(platform.db, subject, renderPriority.newAppearance)
    renders.wake()
    const first = await nextStarted()
    await renders.request(platform.db, subject, renderPriority.newAppearance)
    renders.wake()
    const second = await nextStarted()
    expect(await second.succeed()).toBe(true)
    expect(await first.succeed()).toBe(false)
    expect(await rows(platform)).toMatchObject([{ state: 'done', render_id: second.render.render_id }])
    await renders.close()
  })

  test('fails a drawing that no retry can help at once, and retries others until the last attempt', async () => {
    const platform = await openTestPlatform(kind)
    const { renders, nextStarted } = startRenders(platform)
    await renders.request(platform.db, assetSubject(1), renderPriority.thumbnail)
    renders.wake()
    ;(await nextStarted()).fail(new CannotDraw('The picture is broken'))
    await vi.waitFor(async () =>
      expect(await rows(platform)).toMatchObject([{ state: 'failed', reason: 'The picture is broken' }]),
    )
    await renders.request(platform.db, assetSubject(1), renderPriority.thumbnail)
    for (const attempt of [1, 2, 3, 4, 5, maxAttempts]) {
      renders.wake()
      const { render, fail } = await nextStarted()
      expect(render.attempts).toBe(attempt)
      fail(new Error('The disk is full'))
      const state = attempt < maxAttempts ? 'waiting' : 'failed'
      await vi.waitFor(async () =>
        expect(await rows(platform)).toMatchObject([{ state, reason: 'The disk is full' }]),
      )
      // Skips the attempts of most of a day, before the next one is due.
      if (attempt === 5)
        await platform.db
          .updateTable('renders')
          .set({ attempts: maxAttempts - 1 })
          .execute()
      if (state === 'waiting') platform.pass(retryDelayMs(attempt))
    }
    await renders.close()
  })

  test('restarts a lost drawing at once, and fails it after a few losses', async () => {
    const platform = await openTestPlatform(kind)
    const { renders, nextStarted } = startRenders(platform, maxLosses + 1)
    await renders.request(platform.db, assetSubject(1), renderPriority.thumbnail)
    for (let attempt = 1; attempt <= maxLosses; attempt++) {
      renders.wake()
      expect((await nextStarted()).render.attempts).toBe(attempt)
      platform.pass(leaseMs)
    }
    renders.wake()
    const reason = `It was begun ${maxLosses} times, and no pictures came`
    await vi.waitFor(async () => expect(await rows(platform)).toMatchObject([{ state: 'failed', reason }]))
    await renders.close()
  })
})

test('spreads the attempts over a day, at most ten minutes apart', () => {
  const waits = Array.from({ length: maxAttempts - 1 }, (_, index) => retryDelayMs(index + 1))
  expect(waits.reduce((sum, wait) => sum + wait, 0) / day).toBeCloseTo(1, 1)
  expect(waits.slice(0, 5)).toEqual([1_000, 4_000, 16_000, 64_000, 256_000])
  expect(Math.max(...waits)).toBe(10 * minute)
})

test('draws waiting and interrupted requests after a restart', async () => {
  const platform = await openTestPlatform('SQLite')
  const before = startRenders(platform)
  await before.renders.request(platform.db, userSubject('a'), renderPriority.newAppearance)
  await before.renders.request(platform.db, userSubject('b'), renderPriority.newAppearance)
  before.renders.wake()
  await before.nextStarted()
  await before.renders.close()
  expect((await rows(platform)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])

  const after = startRenders(platform)
  after.renders.wake()
  for (let count = 0; count < 2; count++) await (await after.nextStarted()).succeed()
  await vi.waitFor(async () =>
    expect((await rows(platform)).every(({ state }) => state === 'done')).toBe(true),
  )
  await after.renders.close()
})
