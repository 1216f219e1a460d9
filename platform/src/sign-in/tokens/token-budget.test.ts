import { minute, second } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { createLimitCounts } from '../../foundation/limit-counts.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createTokenBudgets } from './token-budget.ts'

test.each(databases)(
  'processes share the quota of a token on %s, mostly without asking the database',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    let asked = 0
    const counts = createLimitCounts(platform)
    const counted: typeof counts = {
      ...counts,
      add: (...event) => {
        asked++
        return counts.add(...event)
      },
    }
    const sites = [0, 1].map(() => createTokenBudgets(counted, platform.now, 100))
    const spend = (index: number) => sites[index % 2]?.spend('token')
    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, (_, index) => spend(index)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(asked).toBeLessThan(30)
    await expect(spend(0)).rejects.toMatchObject({ reason: 'limited', retryAfter: expect.any(Number) })
    expect(await spend(0)?.catch((error: Error) => error.message)).toMatch('too many requests')
    const budget = await createTokenBudgets(counts, platform.now, 100).spend('other')
    expect(budget).toEqual({ quota: 100, remaining: 99, resetSeconds: minute / second })
  },
)
