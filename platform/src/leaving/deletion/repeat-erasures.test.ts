import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findUser } from '../../accounts/queries.ts'
import { viewProfile } from '../../people/profiles/view.ts'
import { openPlatform, type Platform } from '../../platform.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createErasures, eraseDueAccounts } from './erase-accounts.ts'
import { noteErasure } from './erasure-list.ts'

describe.each(databases)('erased accounts on %s', (kind) => {
  test('are hidden before the first request after a restore, and erased again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const { db, config, now } = platform
    const founder = await registerPerson(platform, 'Founder')
    const zebedee = await registerPerson(platform, 'Zebedee')
    const view = () => viewProfile(platform, founder, { username: 'Zebedee' })
    expect(await view()).toMatchObject({ username: 'Zebedee' })
    await noteErasure(platform, zebedee.id)
    expect(JSON.stringify(await readdir(folder, { recursive: true }))).not.toContain(zebedee.id)

    const restarted = await openPlatform(config, pino({ level: 'silent' }), now)
    onTestFinished(() => restarted.close())
    await expect(view()).rejects.toMatchObject({ problem: { code: 'accounts.not_found' } })
    await eraseDueAccounts(platform)
    expect(await findUser(db, zebedee.id)).toBeUndefined()
    expect(await findUser(db, founder.id)).toBeDefined()
    expect(await db.selectFrom('erased_accounts').selectAll().execute()).toHaveLength(1)
  })

  test('are erased again by a job when their list could not be read at the start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'erased-accounts'), 'not a folder')
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const zebedee = await registerPerson(platform, 'Zebedee')
    await rm(join(folder, 'erased-accounts'))
    await noteErasure(platform, zebedee.id)
    await createErasures(platform)()
    expect(await findUser(platform.db, zebedee.id)).toBeUndefined()
  })

  test('are listed in the folder for backups', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const zebedee = await registerPerson(platform, 'Zebedee')
    await depart(platform, zebedee.id)
    await createErasures(platform)()
    expect(await findUser(platform.db, zebedee.id)).toBeUndefined()
    expect(await readdir(join(folder, 'erased-accounts'))).toHaveLength(1)
  })

  test('are listed beside the data directory when there is no folder for backups', async () => {
    const platform = await openTestPlatform(kind)
    const { db, config, now } = platform
    const zebedee = await registerPerson(platform, 'Zebedee')
    await noteErasure(platform, zebedee.id)
    const restarted = await openPlatform(config, pino({ level: 'silent' }), now)
    onTestFinished(() => restarted.close())
    await eraseDueAccounts(platform)
    expect(await findUser(db, zebedee.id)).toBeUndefined()
  })

  test('may come back when that list cannot be written, which the log says', async () => {
    const platform = await openTestPlatform(kind)
    const zebedee = await registerPerson(platform, 'Zebedee')
    await depart(platform, zebedee.id)
    await writeFile(`${platform.config.dataDirectory}.erased-accounts`, 'not a folder')
    const logged: string[] = []
    const log = pino({}, { write: (line) => void logged.push(line) })
    await eraseDueAccounts({ ...platform, log })
    expect(await findUser(platform.db, zebedee.id)).toBeUndefined()
    expect(logged.join('')).toContain('Set Backup.Folder')
  })
})

const depart = ({ db }: Platform, userId: string) =>
  db.insertInto('departures').values({ user_id: userId, requested: 0, due: 0, started: null }).execute()
