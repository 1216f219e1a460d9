import { describe, expect, test } from 'vitest'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { advanceFollowUp, enqueueFollowUp, finishFollowUp, listFollowUpsOf } from './follow-ups.ts'
import { followUpPriority } from './tables.ts'

describe.each(databases)('a follow-up step on %s', (kind) => {
  const subject = 'asset:1'
  const step = { subject, step: 'unwear', priority: followUpPriority.urgent }

  async function start() {
    const { db, followUps } = await openTestPlatform(kind)
    // Only the test finishes the step.
    await followUps.close()
    await enqueueFollowUp(db, step)
    const [row] = await listFollowUpsOf(db, subject)
    if (!row) throw new Error('nothing was enqueued')
    return { db, row }
  }

  test('that is enqueued again during its first part is not lost', async () => {
    const { db, row } = await start()
    await enqueueFollowUp(db, step)
    await advanceFollowUp(db, row, 'far')
    await finishFollowUp(db, row)
    expect(await listFollowUpsOf(db, subject)).toMatchObject([{ ...step, position: '' }])
  })

  test('that was finished and enqueued again is not finished by an earlier run', async () => {
    const { db, row } = await start()
    await finishFollowUp(db, row)
    await enqueueFollowUp(db, step)
    await finishFollowUp(db, row)
    expect(await listFollowUpsOf(db, subject)).toHaveLength(1)
  })
})
