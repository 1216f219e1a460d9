import { hour, minute } from '@baseplate/service/clock'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startJob } from './jobs.ts'

const log = pino({ level: 'silent' })

test('a job repeats, never twice at once, and continues after a failure', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ends: PromiseWithResolvers<void>[] = []
  const job = startJob(
    'a job',
    minute,
    () => {
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    },
    log,
  )
  await vi.advanceTimersByTimeAsync(minute - 1)
  expect(ends).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(hour)
  expect(ends).toHaveLength(1)
  ends[0]?.reject(new Error('on purpose'))
  await vi.advanceTimersByTimeAsync(minute)
  expect(ends).toHaveLength(2)
  // A run requested during another starts as soon as that one ends.
  job.runNow()
  job.runNow()
  ends[1]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(3)
  const stopped = vi.fn()
  const stopping = job.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(hour)
  expect(stopped).not.toHaveBeenCalled()
  ends[2]?.resolve()
  await stopping
  job.runNow()
  await vi.advanceTimersByTimeAsync(hour)
  expect(ends).toHaveLength(3)
})

test('runs ahead of time that come in quick succession share one after the rest', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const job = startJob('a job', hour, async () => void runs++, log, { restMs: minute })
  onTestFinished(() => job.stop())
  job.runNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toBe(1)
  job.runNow()
  job.runNow()
  await vi.advanceTimersByTimeAsync(minute - 1)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
  await vi.advanceTimersByTimeAsync(minute)
  job.runNow()
  expect(runs).toBe(3)
})
