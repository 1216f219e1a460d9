import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createConfirmedTime } from './confirmed-time.ts'

describe.each(databases)('the confirmed time on %s', (kind) => {
  test('follows the clock', async () => {
    const platform = await openTestPlatform(kind)
    for (const ms of [0, minute, 40 * day]) {
      platform.pass(ms)
      expect(await platform.confirmedTime()).toBe(platform.now())
    }
  })

  test('goes on at its own pace when the clock is set forward, and is right when it is set back', async () => {
    const platform = await openTestPlatform(kind)
    const start = platform.now()
    platform.setClock(40 * day)
    expect(await platform.confirmedTime()).toBe(start)
    platform.pass(hour)
    expect(await platform.confirmedTime()).toBe(start + hour)
    platform.setClock(-40 * day)
    expect(await platform.confirmedTime()).toBe(platform.now())
  })

  test('is never later than a clock that is set back', async () => {
    const platform = await openTestPlatform(kind)
    platform.setClock(-day)
    expect(await platform.confirmedTime()).toBe(platform.now())
  })

  test('leaves out the time in which no process runs, unless it is short', async () => {
    const platform = await openTestPlatform(kind)
    const start = await platform.confirmedTime()
    platform.pass(5 * minute)
    const second = createConfirmedTime(platform, 0)
    expect(await second()).toBe(start + 5 * minute)
    platform.pass(40 * day)
    const third = createConfirmedTime(platform, 0)
    expect(await third()).toBe(start + 5 * minute)
    platform.pass(hour)
    expect(await third()).toBe(start + 5 * minute + hour)
  })

  test('goes on once for all processes', async () => {
    const platform = await openTestPlatform(kind)
    const other = createConfirmedTime(platform, 0)
    const start = await other()
    platform.setClock(40 * day)
    for (let hours = 1; hours <= 4; hours++) {
      platform.pass(hour)
      expect(await (hours % 2 === 0 ? other() : platform.confirmedTime())).toBe(start + hours * hour)
    }
  })

  test('keeps counting when two readings overlap', async () => {
    const platform = await openTestPlatform(kind)
    const { promise: overtaken, resolve } = Promise.withResolvers<void>()
    let held: Promise<void> | undefined
    const db = platform.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const mine = held
        held = undefined
        await mine
        return result
      },
    })
    const read = createConfirmedTime({ ...platform, db }, 0)
    const start = await read()
    platform.setClock(40 * day)
    platform.pass(hour)
    held = overtaken
    const slow = read()
    await expect.poll(() => held === undefined).toBe(true)
    expect(await read()).toBe(start + hour)
    platform.pass(minute)
    resolve()
    expect(await slow).toBe(start + hour + minute)
    platform.pass(hour)
    expect(await read()).toBe(start + 2 * hour + minute)
  })

  test('trusts a clock that is ahead for 30 days, or for the longest wait', async () => {
    const platform = await openTestPlatform(kind)
    const long = createConfirmedTime(platform, 90 * day)
    await long()
    platform.setClock(40 * day)
    await platform.confirmedTime()
    platform.pass(30 * day - 1)
    expect(await platform.confirmedTime()).toBe(platform.now() - 40 * day)
    platform.pass(1)
    expect(await long()).toBe(platform.now() - 40 * day)
    expect(await platform.confirmedTime()).toBe(platform.now())
  })

  test('lets no step vouch for a larger one', async () => {
    const platform = await openTestPlatform(kind)
    platform.setClock(10 * minute)
    await platform.confirmedTime()
    platform.pass(29 * day)
    await platform.confirmedTime()
    platform.setClock(40 * day)
    await platform.confirmedTime()
    platform.pass(29 * day)
    expect(await platform.confirmedTime()).toBe(platform.now() - 40 * day - 10 * minute)
  })

  test('survives many restarts of a clock that was wrong by years', async () => {
    const platform = await openTestPlatform(kind)
    platform.setClock(50 * 365 * day)
    let read = createConfirmedTime(platform, 0)
    for (let days = 0; days <= 31; days++) {
      await read()
      platform.pass(day)
      await read()
      platform.pass(10 * minute)
      read = createConfirmedTime(platform, 0)
    }
    expect(await read()).toBeGreaterThan(platform.now() - day)
  })
})
