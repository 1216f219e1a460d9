import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestPlatform } from '../testing/platforms.ts'
import { second } from './clock.ts'
import { createSharedJobs } from './shared-jobs.ts'

const log = pino({ level: 'silent' })

/** Opens the jobs of two processes on one database, which share a clock of the test. */
async function openTwo() {
  const { db } = await openTestPlatform('PostgreSQL')
  let time = 0
  const open = () => createSharedJobs({ db, now: () => time, log, tickMs: 50 })
  return {
    one: open(),
    other: open(),
    pass: (ms: number) => {
      time += ms
    },
    leaseOf: async (name: string) =>
      (await db.selectFrom('jobs').select('leased_until').where('name', '=', name).executeTakeFirst())
        ?.leased_until,
  }
}

test('a shared job runs in one process, and in another soon after that one has died', async () => {
  const { one, other, pass, leaseOf } = await openTwo()
  const runs: string[] = []
  const forever = new Promise<void>(() => {})
  const dying = one.start('a job', 60 * second, () => {
    runs.push('one')
    return forever
  })
  const job = other.start('a job', 60 * second, async () => {
    runs.push('other')
  })
  dying.runNow()
  await expect.poll(() => runs).toEqual(['one'])
  job.runNow()
  pass(10 * second)
  // A lease that is renewed outlives its first time.
  await expect.poll(() => leaseOf('a job')).toBe(25 * second)
  pass(10 * second)
  await expect.poll(() => leaseOf('a job')).toBe(35 * second)
  expect(runs).toEqual(['one'])
  await one.close()
  pass(15 * second)
  await expect.poll(() => runs).toEqual(['one', 'other'])
  await job.stop()
  await other.close()
})

test('a stopped job does not run, even if it was requested just before or is requested again', async () => {
  const { one, leaseOf } = await openTwo()
  let runs = 0
  const job = one.start('a job', 60 * second, async () => {
    runs++
  })
  job.runNow()
  await job.stop()
  job.runNow()
  const later = one.start('a later job', 60 * second, async () => {})
  later.runNow()
  await expect.poll(() => leaseOf('a later job')).toBe(0)
  await expect.poll(() => leaseOf('a job')).toBe(0)
  expect(runs).toBe(0)
  await later.stop()
  await one.close()
})
