import { expect, test } from 'vitest'
import { SnapshotSchedule } from './schedule.ts'

test('a thread that cannot be started is reported, and tried again after as many events', () => {
  const failures: string[] = []
  let attempts = 0
  const snapshots = new SnapshotSchedule('/nowhere/ledger', {
    present: { events: 0, savedAt: 0 },
    between: 10,
    onFailure: (error) => failures.push(String(error)),
    startThread() {
      attempts++
      throw Object.assign(new Error('no thread could be started'), { code: 'ERR_WORKER_INIT_FAILED' })
    },
  })
  snapshots.grown(10, 1_000)
  expect(failures).toEqual(['Error: no thread could be started'])
  snapshots.grown(19, 2_000)
  expect(attempts).toBe(1)
  snapshots.grown(20, 2_000)
  expect(attempts).toBe(2)
})
