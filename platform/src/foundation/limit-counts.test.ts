import { minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { successesAtOnce } from '../testing/at-once.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { Refused } from './errors.ts'
import { createLimitCounts } from './limit-counts.ts'
import { createLimit } from './limits.ts'

const isLimited = (error: Error) => error instanceof Refused && error.reason === 'limited'

test('a limit counts the events of all processes on one PostgreSQL', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const limits = [1, 2].map(() =>
    createLimit(createLimitCounts(platform), { points: 5, windowSeconds: 60, code: 'limits.comments' }),
  )
  const spend = async (index: number, key = 'anna') => limits[index % 2]?.spend(key)
  expect(await successesAtOnce(spend, isLimited)).toBe(5)
  await spend(0, 'ben')
  platform.pass(minute - 1)
  await expect(spend(0)).rejects.toMatchObject({ reason: 'limited', retryAfter: 1 })
  await platform.limitCounts.sweep()
  await expect(spend(1)).rejects.toMatchObject({ reason: 'limited' })
  platform.pass(1)
  expect(await successesAtOnce(spend, isLimited)).toBe(5)
  platform.pass(minute)
  await platform.limitCounts.sweep()
  expect(await platform.db.selectFrom('limit_counts').selectAll().execute()).toEqual([])
})
