import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPlatform, type Platform } from '../platform.ts'
import { listen, tell } from '../testing/inboxes.ts'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'

test('delivers across processes at once, and after a lost connection', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const anna = await registerPerson(platform, 'Anna')
  const second = await openPlatform(platform.config, platform.log, platform.now)
  try {
    const listener = await listen(second, anna)
    await expect.poll(() => listener.events).not.toHaveLength(0)
    await expect.poll(() => listeningProcesses(platform)).toHaveLength(2)
    await tell(platform, anna.id)
    await expect.poll(() => listener.ids).toEqual([1])

    const pids = await listeningProcesses(platform)
    for (const pid of pids) await terminate(platform, pid)
    await tell(platform, anna.id)
    // No heartbeat is due yet, so the restored connection causes the read.
    await expect.poll(() => listener.ids).toEqual([1, 2])
    await expect.poll(async () => (await listeningProcesses(platform)).length).toBe(2)
    await tell(platform, anna.id)
    await expect.poll(() => listener.ids).toEqual([1, 2, 3])

    await platform.db.deleteFrom('sessions').execute()
    platform.inbox.recheckSessions(anna.id)
    await listener.ended
  } finally {
    await second.close()
  }
})

/** PostgreSQL's ids of the connections by which processes hear each other. */
async function listeningProcesses({ db }: Platform): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity 
    where datname = current_database() and (query like 'listen %' or query like 'select pg_notify%')`.execute(
    db,
  )
  return rows.map(({ pid }) => pid)
}

const terminate = ({ db }: Platform, pid: number) => sql`select pg_terminate_backend(${pid})`.execute(db)
