import { hour, minute } from '@baseplate/service/clock'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { openDatabaseClock } from './database-clock.ts'

describe.each(databases)('the clock on %s', (kind) => {
  test("shows PostgreSQL's time, and this machine's on SQLite", async () => {
    const { db } = await openTestPlatform(kind)
    const real = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(real - hour)
    const clock = await openDatabaseClock(db, pino({ level: 'silent' }))
    const shown = clock.now()
    await clock.stop()
    expect(Number.isInteger(shown)).toBe(true)
    expect(Math.abs(shown - (kind === 'PostgreSQL' ? real : real - hour))).toBeLessThan(minute)
  })
})
