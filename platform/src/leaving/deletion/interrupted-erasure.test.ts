import { isDeepStrictEqual } from 'node:util'
import { day } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { viewProfile } from '../../people/profiles/view.ts'
import { sweepPlacePictures } from '../../places/pictures/sweep.ts'
import { sweepPlaceFiles } from '../../places/versions/sweep.ts'
import { filesWith, openDeletionWorld, tablesWith, waitingMs } from '../../testing/deletion-world.ts'
import { createInterruptions } from '../../testing/interruptions.ts'
import { databases, type TestPlatform } from '../../testing/platforms.ts'
import { wrongCounts } from '../../testing/wrong-counts.ts'
import { eraseDueAccounts } from './erase-accounts.ts'
import { keepAccount } from './keep-account.ts'

/** More processes than an erasure has steps. */
const most = 200

describe.each(databases)('an erasure on %s whose process is killed after each step', (kind) => {
  test('stays begun, leaves counts right at each step, and ends as one that nobody interrupts', async () => {
    const whole = await openDeletionWorld(kind)
    await whole.leave()
    whole.platform.pass(waitingMs)
    await whole.erase()

    const { platform, ada, zebedee, leave } = await openDeletionWorld(kind)
    await leave()
    platform.pass(waitingMs)
    let killed = 0
    let changes = 1
    let before = await countRows(platform)
    while (await isLeft(platform, zebedee.id)) {
      const interrupted = createInterruptions(platform, changes)
      await eraseDueAccounts({ ...platform, ...interrupted.parts }).catch(() => undefined)
      if (interrupted.wasKilled()) killed++
      expect(killed).toBeLessThan(most)
      await expect(viewProfile(platform, ada, { username: 'Zebedee_9' })).rejects.toMatchObject({
        reason: 'missing',
      })
      if (await isLeft(platform, zebedee.id))
        await expect(keepAccount(platform, zebedee)).rejects.toMatchObject({ reason: 'conflict' })
      expect(await wrongCounts(platform.db)).toEqual([])
      // Locks are changes too, so a process may need several to take a step.
      const after = await countRows(platform)
      changes = isDeepStrictEqual(after, before) ? changes + 1 : Math.max(1, changes - 1)
      before = after
    }
    expect(killed).toBeGreaterThan(20)
    // Sweeps remove the files that a crash has left without a row, once they are old enough.
    for (const each of [platform, whole.platform]) {
      const world = { ...each, now: () => Date.now() + day }
      await sweepPlaceFiles(world)
      await sweepPlacePictures(world)
    }
    expect(await tablesWith(platform, 'zebedee')).toEqual([])
    expect(await tablesWith(platform, zebedee.id)).toEqual([])
    expect(await filesWith(platform, zebedee.id)).toEqual([])
    expect(await countRows(platform)).toEqual(await countRows(whole.platform))
  })
})

const isLeft = async ({ db }: TestPlatform, id: string) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Counts the files, and the rows of each table but `jobs`, which background jobs write meanwhile. */
async function countRows(platform: TestPlatform) {
  const tables = (await platform.db.introspection.getTables()).filter(({ name }) => name !== 'jobs')
  const counts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`,
  )
  const { rows } = await sql`${sql.join(counts, sql` union all `)} order by name`.execute(platform.db)
  return { rows, files: (await filesWith(platform, '')).length }
}
