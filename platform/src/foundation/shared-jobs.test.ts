import { second } from '@baseplate/service/clock'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestPlatform } from '../testing/platforms.ts'
import { createSharedJobs } from './shared-jobs.ts'

const log = pino({ level: 'silent' })

/** Opens the jobs of two processes on one database, which share a clock of the test. */
async function openTwo() {
  const { db } = await openTestPlatform('PostgreSQL')
  let time = 0
  const open = () => createSharedJobs({ db, now: () => time, log, tickMs: 50 })
  return {
    db,
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

test.each(['SQLite', 'PostgreSQL'] as const)('lists the last run of each job on %s', async (database) => {
  const { db } = await openTestPlatform(database)
  const jobs = createSharedJobs({ db, now: Date.now, log, tickMs: 50 })
  const failing = jobs.start(`fail on ${database}`, 60 * second, async () => {
    throw new Error('the folder is gone')
  })
  const working = jobs.start(`work on ${database}`, 10 * second, async () => {})
  const stateOf = async (name: string) => (await jobs.list()).find((job) => job.name === name)
  failing.runNow()
  working.runNow()
  await expect
    .poll(() => stateOf(`fail on ${database}`))
    .toEqual({
      name: `fail on ${database}`,
      intervalMs: 60 * second,
      lastSeconds: expect.any(Number),
      lastEnd: expect.closeTo(Date.now(), -4),
      lastError: 'the folder is gone',
    })
  await expect
    .poll(() => stateOf(`work on ${database}`))
    .toMatchObject({ intervalMs: 10 * second, lastEnd: expect.closeTo(Date.now(), -4), lastError: '' })
  await failing.stop()
  await working.stop()
  await jobs.close()
})

test('a process lists the last run of a shared job in another process', async () => {
  const { one, other } = await openTwo()
  const job = one.start('a job elsewhere', 60 * second, async () => {})
  const same = other.start('a job elsewhere', 60 * second, async () => {})
  job.runNow()
  await expect
    .poll(async () => (await other.list()).find(({ name }) => name === 'a job elsewhere')?.lastEnd)
    .toBeGreaterThan(0)
  expect((await other.list()).filter(({ name }) => name === 'a job elsewhere')).toHaveLength(1)
  await job.stop()
  await same.stop()
  await one.close()
  await other.close()
})

test('a run ends when its process has lost the lease to another one, and others go on', async () => {
  const { db, one, pass, leaseOf } = await openTwo()
  const signals = new Map<string, AbortSignal>()
  const jobs = ['lost', 'kept'].map((name) =>
    one.start(name, 60 * second, async (lost) => {
      signals.set(name, lost)
      const { promise, resolve } = Promise.withResolvers<void>()
      lost.addEventListener('abort', () => resolve())
      if (name === 'lost') await promise
      else await ending.promise
    }),
  )
  const ending = Promise.withResolvers<void>()
  for (const job of jobs) job.runNow()
  await expect.poll(() => signals.size).toBe(2)
  await db.updateTable('jobs').set({ holder: 'another process' }).where('name', '=', 'lost').execute()
  await expect.poll(() => signals.get('lost')?.aborted).toBe(true)
  pass(second)
  await expect.poll(() => leaseOf('kept')).toBe(16 * second)
  expect(signals.get('kept')?.aborted).toBe(false)
  // The lease is the other process's, so the end of the run does not release it.
  expect(await leaseOf('lost')).toBe(15 * second)
  ending.resolve()
  for (const job of jobs) await job.stop()
  await one.close()
})
