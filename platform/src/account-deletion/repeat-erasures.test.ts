import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findUser } from '../accounts/queries.ts'
import { viewProfile } from '../people/profiles/view.ts'
import { openPlatform } from '../platform.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createErasures, eraseDueAccounts } from './erase-accounts.ts'
import { noteErasure } from './erasure-list.ts'

describe.each(databases)('a restored backup on %s', (kind) => {
  test('hides its erased accounts before the first request, and erases them again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const { db, config, now } = platform
    const founder = await registerPerson(platform, 'Founder')
    const zebedee = await registerPerson(platform, 'Zebedee')
    const view = () => viewProfile(platform, founder, 'Zebedee')
    expect(await view()).toMatchObject({ username: 'Zebedee' })
    await noteErasure(config, zebedee.id)
    expect(JSON.stringify(await readdir(folder, { recursive: true }))).not.toContain(zebedee.id)

    const restarted = await openPlatform(config, pino({ level: 'silent' }), now)
    onTestFinished(() => restarted.close())
    await expect(view()).rejects.toMatchObject({ problem: { code: 'accounts.not_found' } })
    await eraseDueAccounts(platform)
    expect(await findUser(db, zebedee.id)).toBeUndefined()
    expect(await findUser(db, founder.id)).toBeDefined()
    expect(await db.selectFrom('erased_accounts').selectAll().execute()).toHaveLength(1)
  })

  test('has them erased again by a job when their list could not be read at the start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'erased-accounts'), 'not a folder')
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const zebedee = await registerPerson(platform, 'Zebedee')
    await rm(join(folder, 'erased-accounts'))
    await noteErasure(platform.config, zebedee.id)
    await createErasures(platform)()
    expect(await findUser(platform.db, zebedee.id)).toBeUndefined()
  })

  test('lists an account before it is erased', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const zebedee = await registerPerson(platform, 'Zebedee')
    await platform.db
      .insertInto('departures')
      .values({ user_id: zebedee.id, requested: 0, due: 0, started: null })
      .execute()
    await createErasures(platform)()
    expect(await findUser(platform.db, zebedee.id)).toBeUndefined()
    expect(await readdir(join(folder, 'erased-accounts'))).toHaveLength(1)
  })
})
