import { CannotDraw } from '@baseplate/renderer/drawing'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { storeAsset } from '../assets/files/store-asset.ts'
import { day, minute } from '../foundation/clock.ts'
import { retryFailedRenders, retryRender } from '../operations/renders/retry.ts'
import { exportRenders, viewRenders } from '../operations/renders/view.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { findDueRenders, leaseRender, type RenderRow, settleRender } from './queries.ts'
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

/** A renderer that draws nothing, and lets a test decide when each of its drawings ends, and how. */
function startRenders(platform: TestPlatform, lanes = 1) {
  const begun: { render: RenderRow; succeed: () => Promise<boolean>; fail: (error: Error) => void }[] = []
  const ending = new AbortController()
  const renderer: Renderer = {
    lanes,
    edition: 1,
    handsOver: false,
    leaseMs,
    carryOut(render) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ending.signal.addEventListener('abort', () => reject(new Error('closed')))
      begun.push({
        render,
        async succeed() {
          const identified = { subject: render.subject, renderId: render.render_id }
          const placed = await storePictures(platform, identified, {})
          resolve()
          return placed
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
  const nextBegun = async () => {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(0))
    return begun.shift() as (typeof begun)[number]
  }
  return { renders, nextBegun }
}

describe.each(databases)('the queue of renders on %s', (kind) => {
  test('each subject is in it once, in its place; who has just registered comes first', async () => {
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

  test('of two that take the same one at the same moment, one gets it', async () => {
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

  test('looks that change while they are drawn are drawn again, and the earlier pictures are not placed', async () => {
    const platform = await openTestPlatform(kind)
    const { renders, nextBegun } = startRenders(platform, 2)
    const subject = userSubject('anna')
    await renders.request(platform.db, subject, renderPriority.newAppearance)
    renders.wake()
    const first = await nextBegun()
    await renders.request(platform.db, subject, renderPriority.newAppearance)
    renders.wake()
    const second = await nextBegun()
    expect(await second.succeed()).toBe(true)
    expect(await first.succeed()).toBe(false)
    expect(await rows(platform)).toMatchObject([{ state: 'done', render_id: second.render.render_id }])
    await renders.close()
  })

  test('what cannot be drawn fails at once, with its reason; what may pass is tried again for a day', async () => {
    const platform = await openTestPlatform(kind)
    const { renders, nextBegun } = startRenders(platform)
    await renders.request(platform.db, assetSubject(1), renderPriority.thumbnail)
    renders.wake()
    ;(await nextBegun()).fail(new CannotDraw('The picture is broken'))
    await vi.waitFor(async () =>
      expect(await rows(platform)).toMatchObject([{ state: 'failed', reason: 'The picture is broken' }]),
    )
    await renders.request(platform.db, assetSubject(1), renderPriority.thumbnail)
    for (const attempt of [1, 2, 3, 4, 5, maxAttempts]) {
      // It has been away for long.
      if (attempt === maxAttempts)
        await platform.db
          .updateTable('renders')
          .set({ attempts: attempt - 1 })
          .execute()
      renders.wake()
      const { render, fail } = await nextBegun()
      expect(render.attempts).toBe(attempt)
      fail(new Error('The disk is full'))
      const state = attempt < maxAttempts ? 'waiting' : 'failed'
      await vi.waitFor(async () =>
        expect(await rows(platform)).toMatchObject([{ state, reason: 'The disk is full' }]),
      )
      if (state === 'waiting') platform.pass(retryDelayMs(attempt))
    }
    await renders.close()
  })

  test('what is lost with its renderer is begun again at once, and fails after a few times', async () => {
    const platform = await openTestPlatform(kind)
    const { renders, nextBegun } = startRenders(platform, maxLosses + 1)
    await renders.request(platform.db, assetSubject(1), renderPriority.thumbnail)
    for (let attempt = 1; attempt <= maxLosses; attempt++) {
      renders.wake()
      expect((await nextBegun()).render.attempts).toBe(attempt)
      platform.pass(leaseMs)
    }
    renders.wake()
    const reason = `It was begun ${maxLosses} times, and no pictures came`
    await vi.waitFor(async () => expect(await rows(platform)).toMatchObject([{ state: 'failed', reason }]))
    await renders.close()
  })
})

test('attempts are made for a day, at most ten minutes apart', () => {
  const waits = Array.from({ length: maxAttempts - 1 }, (_, index) => retryDelayMs(index + 1))
  expect(waits.reduce((sum, wait) => sum + wait, 0) / day).toBeCloseTo(1, 1)
  expect(waits.slice(0, 5)).toEqual([1_000, 4_000, 16_000, 64_000, 256_000])
  expect(Math.max(...waits)).toBe(10 * minute)
})

test('what was waiting or being drawn at the end is drawn after the next start', async () => {
  const platform = await openTestPlatform('SQLite')
  const before = startRenders(platform)
  await before.renders.request(platform.db, userSubject('a'), renderPriority.newAppearance)
  await before.renders.request(platform.db, userSubject('b'), renderPriority.newAppearance)
  before.renders.wake()
  await before.nextBegun()
  await before.renders.close()
  expect((await rows(platform)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])

  const after = startRenders(platform)
  after.renders.wake()
  for (let count = 0; count < 2; count++) await (await after.nextBegun()).succeed()
  await vi.waitFor(async () =>
    expect((await rows(platform)).every(({ state }) => state === 'done')).toBe(true),
  )
  await after.renders.close()
})

test('somebody who registers has two pictures of the size that the contract says, without being asked twice', async () => {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: 1 } })
  const { avatarPictures } = platform
  const anna = await registerPerson(platform, 'Anna')
  for (const shot of ['head', 'body'] as const) {
    const picture = await vi.waitUntil(() => avatarPictures.read(anna.id, shot), {
      timeout: 20_000,
      interval: 50,
    })
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 352,
      height: 352,
      hasAlpha: true,
    })
    const { channels } = await sharp(picture.bytes).stats()
    // There is something, and there is nothing around it.
    expect(channels[3]).toMatchObject({ min: 0, max: 255 })
  }
  expect(await rows(platform)).toMatchObject([{ state: 'done', attempts: 1 }])
})

test('what failed is listed with its reason, and drawn again by those of level 3, which is noted', async () => {
  const platform = await openTestPlatform('SQLite')
  const anna = await registerPerson(platform, 'Anna')
  const manager = { ...anna, permissionLevel: 3 }
  const { db, renders } = platform
  await renders.request(db, assetSubject(123_456_789), renderPriority.thumbnail)
  for (const { render_id } of await rows(platform)) {
    await settleRender(db, render_id, { state: 'failed', reason: 'It is broken', finished: platform.now() })
  }
  await expect(viewRenders(platform, { ...anna, permissionLevel: 2 })).rejects.toMatchObject({
    reason: 'forbidden',
  })
  const subject = userSubject(anna.id)
  const viewed = await viewRenders(platform, manager)
  expect(viewed).toMatchObject({ waiting: 0, drawing: 0, failed: 2, waited: null, next: null })
  expect(viewed.renders.toReversed()).toMatchObject([
    { subject: 'asset:123456789', name: null, link: null },
    { subject, name: 'Anna', link: '/user/Anna', reason: 'It is broken' },
  ])

  expect(await retryRender(platform, manager, { subject })).toBe(true)
  expect(await retryRender(platform, manager, { subject })).toBe(false)
  await expect(retryRender(platform, manager, { subject: 'x' })).rejects.toMatchObject({ errors: {} })
  platform.pass(1_500)
  expect(await viewRenders(platform, manager)).toMatchObject({
    waiting: 1,
    failed: 1,
    waited: 1_500,
    renders: [{ subject: 'asset:123456789' }],
  })
  const subjects = async (input: object) =>
    (await viewRenders(platform, manager, input)).renders.map(({ subject }) => subject)
  expect(await subjects({ state: 'queue' })).toEqual([subject])
  expect(await subjects({ state: 'all', kind: 'asset' })).toEqual(['asset:123456789'])
  expect(await subjects({ state: 'all', sort: 'oldest' })).toEqual(['asset:123456789', subject].toSorted())
  expect(await Array.fromAsync(exportRenders(platform, manager, { state: 'all' }))).toHaveLength(2)
  expect(await retryFailedRenders(platform, manager)).toBe(1)
  const log = await db.selectFrom('audit_log').select(['action', 'subject']).orderBy('created').execute()
  expect(log).toEqual([
    { action: 'retryrender', subject },
    { action: 'retryrender', subject: 'asset:123456789' },
  ])
})

test('a picture that is broken fails the drawing of what it is on, and no other', async () => {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: 2 } })
  const { db, renders } = platform
  const anna = await registerPerson(platform, 'Anna')
  const make = async (bytes: Uint8Array) => {
    const file = [bytes]
    const { id } = await storeAsset(
      platform,
      { ...anna, permissionLevel: 3 },
      { type: 11, name: 'Shirt' },
      file,
    )
    await renders.request(db, assetSubject(id), renderPriority.thumbnail)
    return id
  }
  const whole = await sharp({ create: { width: 585, height: 559, channels: 4, background: '#c04030' } })
    .png()
    .toBuffer()
  const shirts = [await make(whole), await make(whole.subarray(0, 300)), await make(Buffer.from('<roblox/>'))]
  const [good, half, empty] = shirts.map(assetSubject)
  renders.wake()
  await vi.waitFor(
    async () =>
      expect(
        Object.fromEntries((await rows(platform)).map((row) => [row.subject, row.reason ?? row.state])),
      ).toEqual({
        [userSubject(anna.id)]: 'done',
        [good ?? '']: 'done',
        [half ?? '']: `The picture of asset ${shirts[1]} cannot be read: This image is damaged`,
        [empty ?? '']: `The document of asset ${shirts[2]} names no picture`,
      }),
    { timeout: 20_000, interval: 50 },
  )
  expect([...platform.files.list('thumbnails')]).toEqual([String(shirts[0]), `${shirts[0]}.webp`])
})
