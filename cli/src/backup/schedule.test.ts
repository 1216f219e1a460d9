import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLastBackup, recordBackup } from '@baseplate/platform/operations/metrics/queries'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { day, second } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBackupSchedule } from './schedule.ts'
import { nameAt } from './scheduled.ts'

/** Starts a schedule that writes into `backups`. Returns the lines that it logs, its database and its reads of the record. */
async function start(backupsFolder: (scratch: string) => string, last?: number) {
  const { config, db, sharedJobs } = await openTestPlatform('SQLite')
  const reads = vi.spyOn(db, 'selectFrom')
  if (last !== undefined) await recordBackup(db, { finished: last, file: '/elsewhere/a.tar', bytes: 1 })
  const scratch = await mkdtemp(join(tmpdir(), 'schedule-'))
  onTestFinished(() => rm(scratch, { recursive: true }))
  const Backup = { ...config.Backup, Folder: backupsFolder(scratch) }
  const file = join(scratch, 'config.ts')
  await writeFile(file, `export default ${JSON.stringify({ Backup })}`)
  vi.stubEnv('BASEPLATE_CONFIG', file)
  vi.stubEnv('BASEPLATE_DATA', config.dataDirectory)
  // The test runner sets BASE_URL, which the product would read as a setting.
  vi.stubEnv('BASE_URL', '')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const lines: string[] = []
  const schedule = startBackupSchedule(
    { ...config, Backup },
    { db, log: pino({ base: null }, { write: (line) => lines.push(line) }), sharedJobs },
    20,
  )
  onTestFinished(() => schedule.close())
  const checks = () => reads.mock.calls.filter(([table]) => (table as string) === 'backups').length
  return { lines, folder: Backup.Folder, db, checks }
}

test('makes the first backup at once, and the next one only when it is due', async () => {
  const { lines, folder, checks } = await start((scratch) => join(scratch, 'backups'))
  await expect.poll(() => lines).toMatchObject([expect.stringContaining('a scheduled backup was made')])
  const before = checks()
  await expect.poll(checks).toBeGreaterThan(before + 2)
  expect(lines).toHaveLength(1)
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^baseplate-.+\.tar$/)])
})

test('waits until the backup that another site has made is old enough', async () => {
  const due = Date.now() + second
  const { lines, folder } = await start((scratch) => join(scratch, 'backups'), due - day)
  await expect.poll(() => lines).toMatchObject([expect.stringContaining('a scheduled backup was made')])
  const [made = ''] = await readdir(folder)
  expect(made >= nameAt(new Date(due))).toBe(true)
})

test('makes a backup although one is recorded in the future', async () => {
  const { lines } = await start((scratch) => join(scratch, 'backups'), Date.now() + 40 * day)
  await expect.poll(() => lines).toMatchObject([expect.stringContaining('a scheduled backup was made')])
})

test('makes one backup while the database is of a version that does not record it', async () => {
  const { lines, folder, db, checks } = await start((scratch) => join(scratch, 'backups'))
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(db)
  await expect.poll(() => lines).toMatchObject([expect.stringContaining('a scheduled backup was made')])
  expect(await readLastBackup(db, Date.now())).toBeUndefined()
  const before = checks()
  await expect.poll(checks).toBeGreaterThan(before + 2)
  expect([lines.length, (await readdir(folder)).length]).toEqual([1, 1])
})

test('logs why a backup failed', async () => {
  const { lines } = await start((scratch) => join(scratch, 'not-mounted', 'backups'))
  await expect
    .poll(() => lines)
    .toMatchObject([expect.stringMatching(/The backup folder .+not-mounted.+ cannot be created: ENOENT/)])
})
