import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { report } from '../../moderation/reports/report.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { viewAttention } from './attention.ts'
import { createRequestTimes } from './request-times.ts'
import { growth, isNearlyFull, lastOfEachInterval } from './rules.ts'
import { takeSample } from './sample.ts'
import { viewMetrics } from './view.ts'

describe.each(databases)('metrics on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    platform.economy.readTotals = async () => ({ supply: 2n ** 63n, minted: 2n ** 63n, burned: 0n })
    const founder = await registerPerson(platform, 'Founder')
    const place = await createPublishedPlace(platform, founder, { name: 'Somewhere', description: '' })
    const play = async () => {
      const { ticket } = await joinPlace(platform, founder, { id: place.id })
      await redeemTicket(platform, ticket, undefined)
    }
    const samples = () => platform.db.selectFrom('samples').selectAll().orderBy('at').execute()
    return { platform, founder, play, samples }
  }
  const lineOf = async (platform: TestPlatform, actor: object, name: string, range = 'day') => {
    const { figures } = await viewMetrics(platform, actor as never, { range })
    const lines = figures.flatMap(({ lines }) => lines)
    return lines.find((line) => line.name === name)?.points.map(({ value }) => value)
  }

  test('takes one sample in five minutes across two processes, counting each game once', async () => {
    const { platform, founder, play, samples } = await start()
    await play()
    await Promise.all([takeSample(platform), takeSample(platform)])
    await takeSample(platform)
    expect(await samples()).toHaveLength(1)
    for (const ms of [minute, 4 * minute, 3 * minute, 15 * minute]) {
      platform.pass(ms)
      await play()
      await takeSample(platform)
    }
    const taken = await samples()
    expect(taken.map(({ visits }) => visits)).toEqual([1, 3, 4])
    expect(taken.at(-1)).toMatchObject({
      users: 1,
      playing: 1,
      supply: '9223372036854775808',
      median_ms: null,
    })
    platform.pass(minute)
    await play()
    const visits = await lineOf(platform, founder, 'visits')
    // The chart shows the growth since the last sample of the first quarter of an hour, which had 3 games.
    expect(visits?.reduce((sum, value) => sum + value, 0)).toBe(3)
    expect(await lineOf(platform, founder, 'minted')).toEqual(expect.arrayContaining([0]))
  })

  test('thins out old samples and removes very old ones', async () => {
    const { platform, samples } = await start()
    const now = platform.now()
    await takeSample(platform)
    const [sample] = await samples()
    if (!sample) throw new Error('there is no sample')
    const ages = [
      3 * 365 * day + hour,
      100 * day,
      100 * day + hour,
      10 * day,
      10 * day - 5 * minute,
      hour,
      hour + 5 * minute,
    ]
    await platform.db
      .insertInto('samples')
      .values(ages.map((age) => ({ ...sample, at: now - age })))
      .execute()
    platform.pass(5 * minute)
    await takeSample(platform)
    const left = (await samples()).map(({ at }) => (now - at) / minute)
    // The test clock starts at noon, so an hour earlier is on the same day.
    expect(left).toEqual([100 * 24 * 60 + 60, 10 * 24 * 60, 65, 60, 0, -5])
  })

  test('leaves out the ledger’s metrics and asks for attention while it is unavailable', async () => {
    const { platform, founder } = await start()
    platform.economy.readTotals = async () => null
    await takeSample(platform)
    expect(await lineOf(platform, founder, 'supply')).toEqual([])
    const what = async (level: number) =>
      (await viewAttention(platform, { ...founder, permissionLevel: level })).map((one) => one.what)
    expect(await what(5)).toContain('ledger')
    expect(await what(3)).toEqual([])
    const reader = await registerPerson(platform, 'Reader')
    await registerPerson(platform, 'Rude')
    await report(platform, reader, { type: 'user', id: 'Rude', category: 'Spam' })
    expect(await viewAttention(platform, { ...founder, permissionLevel: 3 })).toEqual([
      { what: 'reports', count: 1 },
    ])
    const ofReader = platform.db.updateTable('renders').where('subject', '=', `user:${reader.id}`)
    await ofReader.set({ state: 'failed' }).execute()
    expect(await what(3)).toEqual(['reports', 'renders'])
    await expect(viewAttention(platform, reader)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(viewMetrics(platform, { ...reader, permissionLevel: 3 }, {})).rejects.toMatchObject({
      reason: 'forbidden',
    })
  })
})

test('reports request times within a tenth, for each interval separately', () => {
  const times = createRequestTimes()
  expect(times.take()).toBeNull()
  for (let ms = 1; ms <= 100; ms++) times.observe(ms)
  times.observe(1e9)
  const taken = times.take()
  expect(taken?.median).toBeGreaterThan(50)
  expect(taken?.median).toBeLessThan(57)
  expect(taken?.slow).toBeGreaterThan(95)
  expect(taken?.slow).toBeLessThan(106)
  expect(times.take()).toBeNull()
})

test('charts growth between points, with the last sample of each interval', () => {
  const rows = [1, 5, 5, 2].map((value, index) => ({ at: index * 10, value }))
  expect(growth(rows, ({ value }) => (value === 1 ? null : value))).toEqual([
    { at: 20, value: 0 },
    { at: 30, value: 0 },
  ])
  expect(lastOfEachInterval(rows, 20).map(({ at }) => at)).toEqual([10, 30])
  const gigabyte = 1_000_000_000
  expect([11, 9].map((free) => isNearlyFull({ free: free * gigabyte, size: 100 * gigabyte }))).toEqual([
    false,
    true,
  ])
  expect(isNearlyFull({ free: gigabyte / 2, size: gigabyte })).toBe(true)
})
