import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { viewProfile } from '../../people/profiles/view.ts'
import { openDeletionWorld, waitingMs } from '../../testing/deletion-world.ts'
import { databases } from '../../testing/platforms.ts'
import { keepAccount } from './keep-account.ts'

const missing = { reason: 'missing' }

describe.each(databases)('a deleted account on %s', (kind) => {
  test('is not erased early by a clock that is set forward, and can still be kept', async () => {
    const { platform, ada, zebedee, leave, erase } = await openDeletionWorld(kind)
    await leave()
    platform.setClock(40 * day)
    await erase()
    platform.pass(waitingMs - 1)
    await erase()
    await keepAccount(platform, zebedee)
    platform.pass(1)
    await erase()
    expect((await viewProfile(platform, ada, { username: 'Zebedee_9' })).posts).toHaveLength(1)
  })

  test('is erased after the wait while the clock is ahead', async () => {
    const { platform, ada, leave, erase } = await openDeletionWorld(kind)
    await leave()
    platform.setClock(40 * day)
    platform.pass(waitingMs)
    await erase()
    await expect(viewProfile(platform, ada, { username: 'Zebedee_9' })).rejects.toMatchObject(missing)
    expect(await platform.db.selectFrom('departures').selectAll().execute()).toEqual([])
  })
})
