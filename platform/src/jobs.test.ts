import { readdir } from 'node:fs/promises'
import { day } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { requestExport } from './accounts/exports/request-export.ts'
import { exportName } from './accounts/exports/rules.ts'
import type { Actor } from './accounts/rules.ts'
import { deletePlace } from './places/delete.ts'
import { beginUpload } from './places/uploads/begin.ts'
import { startJobs } from './platform.ts'
import { openDeletionWorld } from './testing/deletion-world.ts'
import { registerPerson } from './testing/people.ts'
import type { TestPlatform } from './testing/platforms.ts'

/** Names of jobs that remove or erase what an owner may still want. */
const removing = /^(remove|erase|release|forget|sweep|settle replaced)/

/** Tables of what is under way, whose rows end with the minute. */
const short = new Set(['jobs', 'confirmed_time', 'limit_counts', 'playing_records'])

/** Returns the runs of all shared jobs that remove something. */
function jobsOf(platform: TestPlatform): Map<string, () => Promise<void>> {
  const runs = new Map<string, () => Promise<void>>()
  const sharedJobs: TestPlatform['sharedJobs'] = {
    ...platform.sharedJobs,
    start(name, _intervalMs, run) {
      if (removing.test(name)) runs.set(name, () => run(new AbortController().signal))
      return { runNow() {}, async stop() {} }
    },
  }
  const jobs = startJobs({ ...platform, sharedJobs })
  onTestFinished(async () => void (await Promise.all(jobs.map((job) => job.stop()))))
  return runs
}

const filesIn = async ({ config }: TestPlatform): Promise<string[]> =>
  (await readdir(config.dataDirectory, { recursive: true }))
    .filter((name) => !name.startsWith('baseplate.'))
    .sort()

async function countRows({ db }: TestPlatform): Promise<Record<string, number>> {
  const names = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !short.has(name))
  const counts: Record<string, number> = {}
  for (const name of names) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/** Adds an export that can be downloaded. Making one takes a ledger. */
async function addExport(platform: TestPlatform, actor: Actor): Promise<void> {
  await requestExport(platform, actor, {}, { locale: 'en' })
  const ready = { state: 'ready', size: 1, due: platform.now() + day } as const
  const rows = await platform.db.updateTable('account_exports').set(ready).returning('id').execute()
  for (const { id } of rows) await platform.files.write(exportName(id), [Buffer.from('x')], 1)
}

test('no job removes anything because a clock was set forward', async () => {
  const world = await openDeletionWorld('SQLite')
  const { platform, ada, other } = world
  await addExport(platform, await registerPerson(platform, 'Cleo'))
  await beginUpload(platform, ada, { id: 'upload', size: 5, place: String(other) })
  await deletePlace(platform, ada, { id: other, name: 'Ada’s game' })
  await world.leave()
  const jobs = jobsOf(platform)
  expect([...jobs.keys()]).toEqual(
    expect.arrayContaining(['erase accounts', 'sweep exports', 'sweep uploads']),
  )
  for (const run of jobs.values()) await run()
  const stored = async () => ({ rows: await countRows(platform), files: await filesIn(platform) })
  const before = await stored()
  expect(before.rows).toMatchObject({
    account_exports: 1,
    uploads: 1,
    departures: 1,
    sessions: expect.toSatisfy((count) => count > 0),
  })
  platform.setClock(400 * day)
  for (const run of jobs.values()) await run()
  expect(await stored()).toEqual(before)
})
