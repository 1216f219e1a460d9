import { execFile as execute } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { readEvents } from '@baseplate/economy/read-ledger'
import { findUser } from '@baseplate/platform/accounts/queries'
import { createErasures } from '@baseplate/platform/leaving/deletion/erase-accounts'
import { readLastBackup } from '@baseplate/platform/operations/metrics/queries'
import { viewProfile } from '@baseplate/platform/people/profiles/view'
import { readPlaceFile } from '@baseplate/platform/places/servers/read-file'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { openPlatform } from '@baseplate/platform/platform'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../cli/src/backup/backup.ts'
import { backUpToStorage } from '../../cli/src/backup/stored-archive.ts'
import { runScheduledBackup } from '../../cli/src/commands/backup.ts'
import { checkBackup } from '../../cli/src/doctor/doctor.ts'
import { hasObjectStore } from '../support/object-store.ts'
import { exitOf, run } from '../support/processes.ts'
import {
  archivesAt,
  faultsOf,
  forever,
  quiet,
  restored,
  startLoad,
  startStored,
} from '../support/stored-platform.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const execFile = promisify(execute)
const silent = pino({ level: 'silent' })

describe.skipIf(!hasObjectStore)('a backup into object storage', () => {
  test('has database, objects and ledger of one moment while users upload and buy', async () => {
    const started = await startStored()
    const { platform, maker, buyer, id, target } = started
    const load = startLoad(started)
    await expect.poll(() => Math.min(load.bought(), load.uploads.length)).toBeGreaterThan(3)
    const before = { bought: load.bought(), uploads: load.uploads.length }
    const { made, stored } = await backUpToStorage(platform.config, target, forever, quiet)
    expect(made).toMatchObject({ faults: [], about: { ledger: true, database: 'PostgreSQL' } })
    await load.stop()
    expect(load.bought()).toBeGreaterThan(before.bought)
    expect(await archivesAt(target)).toEqual([expect.stringMatching(/^baseplate-.*\.tar$/)])

    const config = await restored(started, stored)
    expect(await faultsOf(config)).toEqual([])
    const ledgerFile = join(config.dataDirectory, 'economy', 'ledger')
    const { address: url } = await startTestEconomy({ ledgerFile })
    const second = await openPlatform({ ...config, economy: { ...config.economy, url } }, silent)
    onTestFinished(() => second.close())
    const pending = () => second.db.selectFrom('payments').select('id').where('state', '<>', 'paid').execute()
    await expect
      .poll(async () => {
        await second.payments.settleLeft()
        return pending()
      })
      .toEqual([])
    // Exactly the hats that the ledger has payments for are owned.
    const keys: string[] = []
    await readEvents(
      ledgerFile,
      async (events) => void keys.push(...events.flatMap(({ Key }) => Key ?? [])),
      () => {},
    )
    const paid = await second.db.selectFrom('payments').select(['id', 'subject']).execute()
    expect(keys.toSorted()).toEqual(paid.map((payment) => payment.id).toSorted())
    const owned = await second.db
      .selectFrom('owned_assets')
      .select('asset_id')
      .where('user_id', '=', buyer.id)
      .execute()
    expect(owned.map(({ asset_id }) => `asset:${asset_id}`).toSorted()).toEqual(
      paid.map(({ subject }) => subject).toSorted(),
    )
    expect(owned.length).toBeGreaterThanOrEqual(before.bought)
    const file = await buffer((await readPlaceFile(second, id, { actor: maker })).stream())
    const which = load.uploads.findIndex((bytes) => bytes.equals(file))
    expect(which).toBeGreaterThanOrEqual(before.uploads - 1)
  })

  test('says in one sentence why it cannot be made, and leaves no archive', async () => {
    const { platform, maker, id, target } = await startStored()
    const { config } = platform
    await updatePlaceFile(platform, maker, id, [randomBytes(5_000_000)])
    const refused = async (why: string, address = target) => {
      await expect(backUpToStorage(config, address, forever, quiet)).rejects.toThrow(why)
      expect(await archivesAt(target)).toEqual([])
    }
    await refused('is not an address', 's3://b')
    await refused('is in FILES_URL', `${config.filesUrl?.replace('?', '/below?')}`)
    await refused('no such bucket', 's3://not-a-bucket/prefix?pathStyle=true')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    await expect(backUpToStorage(config, target, forever, quiet)).rejects.toThrow('refuses the credentials')
    vi.unstubAllEnvs()

    const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? ''
    const proxy = await startTcpProxy(endpoint)
    onTestFinished(proxy.close)
    vi.stubEnv('AWS_ENDPOINT_URL_S3', proxy.baseUrl)
    const cutting = { show: (what: string) => void (what.startsWith('Database') && proxy.cut()), end() {} }
    await expect(backUpToStorage(config, target, forever, cutting)).rejects.toThrow('ECONNR')
    vi.unstubAllEnvs()
    expect(await archivesAt(target)).toEqual([])
    expect(await readdir(join(config.dataDirectory, 'incoming'))).toEqual([])
  })

  test('keeps the newest scheduled archives', async () => {
    const { platform, target } = await startStored()
    const config = { ...platform.config, Backup: { Folder: target, Hours: 24, Keep: 1 } }
    await runScheduledBackup(config)
    expect(await readLastBackup(platform.db, Date.now())).toMatchObject({
      file: expect.stringContaining('baseplate-'),
    })
    const first = await archivesAt(target)
    await runScheduledBackup(config)
    const left = await archivesAt(target)
    expect([first.length, left.length]).toEqual([1, 1])
    expect(left).not.toEqual(first)
    expect(await checkBackup(config, Date.now())).toMatchObject({ verdict: 'ok' })
  })

  test('does not bring back an account that was erased later', async () => {
    const started = await startStored()
    const { platform, maker, buyer, target } = started
    const Backup = { Folder: target, Hours: 24, Keep: 1 }
    const config = { ...platform.config, Backup }
    const { stored } = await backUpToStorage(config, target, forever, quiet)
    await platform.db
      .insertInto('departures')
      .values({ user_id: buyer.id, requested: 0, due: 0, started: null })
      .execute()
    await createErasures({ ...platform, config })()
    expect(await findUser(platform.db, buyer.id)).toBeUndefined()
    const [, list] = await archivesAt(target)
    expect(list).toMatch(/^erased-accounts\/[^/]+$/)
    expect(list).not.toContain(buyer.id)

    const second = await openPlatform({ ...(await restored(started, stored)), Backup }, silent)
    onTestFinished(() => second.close())
    expect(await findUser(second.db, buyer.id)).toBeDefined()
    await expect(viewProfile(second, maker, { username: 'Buyer' })).rejects.toMatchObject({
      problem: { code: 'accounts.not_found' },
    })
    await createErasures(second)()
    expect(await findUser(second.db, buyer.id)).toBeUndefined()
    await runScheduledBackup(config)
    await runScheduledBackup(config)
    expect(await archivesAt(target)).toEqual([expect.stringMatching(/\.tar$/), list])
  })

  test('leaves nothing behind on a full disk, and neither does a restore', async () => {
    const started = await startStored()
    const { platform, maker, id, target, folder } = started
    await updatePlaceFile(platform, maker, id, [randomBytes(5_000_000)])
    const disk = join(folder, 'disk')
    await mkdir(disk)
    await execFile('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
    onTestFinished(async () => void (await execFile('umount', [disk])))
    const full = { code: 'ENOSPC' }
    await expect(backUp(platform.config, join(disk, 'a.tar'), forever, quiet)).rejects.toMatchObject(full)
    const { stored } = await backUpToStorage(platform.config, target, forever, quiet)
    await expect(restored({ ...started, folder: disk }, stored)).rejects.toMatchObject(full)
    expect(await readdir(disk)).toEqual([])
  })

  test('leaves nothing to restore when it is killed half-way, and the next backup succeeds', async () => {
    const started = await startStored()
    const { platform, maker, id, target } = started
    const { config } = platform
    const file = randomBytes(5_000_000)
    await updatePlaceFile(platform, maker, id, [file])
    const { child } = run(['cli/src/main.mjs', 'backup', '--to', target], {
      BASEPLATE_DATA: config.dataDirectory,
      DATABASE_URL: config.databaseUrl ?? '',
      FILES_URL: config.filesUrl ?? '',
      ...inject('s3Environment'),
    })
    const exited = exitOf(child)
    const incoming = join(config.dataDirectory, 'incoming')
    await expect.poll(() => readdir(incoming), { interval: 5 }).not.toEqual([])
    child.kill('SIGKILL')
    expect(await exited).toBeNull()
    expect(await archivesAt(target)).toEqual([])
    const url = new URL(target)
    url.pathname += '/baseplate-2026.tar'
    await expect(restored(started, url.href)).rejects.toThrow('There is no archive')

    const { stored } = await backUpToStorage(config, target, forever, quiet)
    const again = await restored(started, stored)
    expect(await faultsOf(again)).toEqual([])
    await expect(restored(started, stored)).rejects.toThrow('is not empty')
  })
})
