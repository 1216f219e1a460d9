import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findUser } from '../accounts/queries.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createErasures } from './erase-accounts.ts'
import { noteErasure } from './repeat-erasures.ts'

describe.each(databases)('a restored backup on %s', (kind) => {
  test('has its erased accounts erased again by the first run of a process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const platform = await openTestPlatform(kind, { Backup: { Folder: folder } })
    const { db, config } = platform
    const founder = await registerPerson(platform, 'Founder')
    const zebedee = await registerPerson(platform, 'Zebedee')
    await createErasures(platform)()
    expect(await findUser(db, zebedee.id)).toBeDefined()
    await noteErasure(config, zebedee.id)
    expect(JSON.stringify(await readdir(folder, { recursive: true }))).not.toContain(zebedee.id)
    await createErasures(platform)()
    expect(await findUser(db, zebedee.id)).toBeUndefined()
    expect(await findUser(db, founder.id)).toBeDefined()
    expect(await db.selectFrom('erased_accounts').selectAll().execute()).toHaveLength(1)
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
