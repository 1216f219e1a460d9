import { minute } from '@baseplate/service/clock'
import { tallyVisits } from '../places/visits/tally.ts'
import type { TestPlatform } from './platforms.ts'

/** Moves the start of all sessions back, far enough for rankings to count them, and counts them. */
export async function countAsLong(platform: Pick<TestPlatform, 'db' | 'now'>): Promise<void> {
  await platform.db
    .updateTable('playing_records')
    .set((eb) => ({ started: eb('started', '-', 6 * minute) }))
    .where('started', 'is not', null)
    .where('ranked', '=', 0)
    .execute()
  await tallyVisits(platform)
}
