import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rememberSigningKey } from '@baseplate/client-api/known-signing-key'
import { openSigningKey } from '@baseplate/client-api/signing-key'
import { shareServerKey } from '@baseplate/platform/places/servers/shared-key'
import { openPlatform } from '@baseplate/platform/platform'
import { withAuthenticator } from '@baseplate/platform/testing/authenticator'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform, type TestPlatform } from '@baseplate/platform/testing/platforms'
import { hour } from '@baseplate/service/clock'
import { acquireLock } from '@baseplate/service/lock'
import { createLog } from '@baseplate/service/log'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openKeys } from './open-keys.ts'
import { type Ended, runHere } from './testing/command.ts'

/** Runs `baseplate` on the data directory and the database of a platform. */
const on = ({ config }: TestPlatform, args: string[], environment = {}): Promise<Ended> =>
  runHere(args, {
    PATH: process.env.PATH ?? '',
    BASEPLATE_DATA: config.dataDirectory,
    ECONOMY_PORT: '1',
    ...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
    ...environment,
  })

const lineOf = ({ stdout }: Ended, what: string): string =>
  stdout.split('\n').find((line) => line.includes(` ${what}: `)) ?? stdout

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commands-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

describe('lost keys', () => {
  /** A platform that has signed scripts, and has an account with an authenticator app. */
  async function start() {
    const platform = await openTestPlatform('SQLite')
    const { config, db } = platform
    await rememberSigningKey(db, await openSigningKey(config, undefined))
    await withAuthenticator(platform, await registerPerson(platform, 'Founder'))
    const keys = join(config.dataDirectory, 'keys')
    return { platform, signing: join(keys, 'signing.pem'), totp: join(keys, 'totp') }
  }

  test('are none while all keys are there', async () => {
    const { platform } = await start()
    expect(lineOf(await on(platform, ['doctor']), 'keys')).toMatch(/^ok .*those of the last start/)
  })

  test('are none after a rotation, of which doctor says that it waits for a start', async () => {
    const { platform } = await start()
    const keys = async () => lineOf(await on(platform, ['doctor']), 'keys')
    await on(platform, ['signing-key', 'prepare'])
    expect(await keys()).toContain('those of the last start')
    await on(platform, ['signing-key', 'activate'])
    expect(await keys()).toMatch(/^WARNING .*with another key than the last one/)
    await on(platform, ['signing-key', 'rollback'])
    expect(await keys()).toContain('those of the last start')
    await on(platform, ['signing-key', 'rotate'])
    expect(await keys()).toContain('with another key')
    const restarted = await openPlatform(platform.config, createLog('silent'))
    onTestFinished(() => restarted.close())
    await openKeys(restarted.config, restarted)
    expect(await keys()).toContain('those of the last start')
  })

  test.each(['signing', 'totp'] as const)('doctor finds that the %s key is gone', async (which) => {
    const { platform, ...paths } = await start()
    await rm(paths[which])
    const { code, stdout } = await on(platform, ['doctor'])
    expect(code).toBe(1)
    expect(lineOf({ code, stdout, stderr: '' }, 'keys')).toMatch(/FAULT.*is gone/i)
    expect(stdout).toContain('baseplate keys --replace-lost')
    expect(await isThere(paths[which])).toBe(false)
  })

  test('are not replaced without being asked for, and then for good', async () => {
    const { platform, signing, totp } = await start()
    await rm(signing)
    await rm(totp)
    const refused = await on(platform, ['public-key'])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The key that signs scripts is gone'),
    ])
    await on(platform, ['keys'])
    expect([await isThere(signing), await isThere(totp)]).toEqual([false, false])

    const replaced = await on(platform, ['keys', '--replace-lost'])
    expect([replaced.code, replaced.stderr]).toEqual([0, ''])
    expect([await isThere(signing), await isThere(totp)]).toEqual([true, true])
    expect((await on(platform, ['public-key'])).stdout).toMatch(/^-----BEGIN PUBLIC KEY-----/)
    expect(lineOf(await on(platform, ['doctor']), 'keys')).toContain('authenticator apps is not the one')
  })

  test('stop the start of a site whose accounts have authenticator apps', async () => {
    const { platform, totp } = await start()
    await rm(totp)
    const restarted = await openPlatform(platform.config, createLog('silent'))
    onTestFinished(() => restarted.close())
    await expect(openKeys(restarted.config, restarted)).rejects.toThrow(
      'The key for authenticator apps is gone',
    )
    expect(await isThere(totp)).toBe(false)
  })
})

test('doctor finds that another machine has another Gameservers.Key', async () => {
  const platform = await openTestPlatform('PostgreSQL', { Gameservers: { Key: 'of the other machine' } })
  expect(await shareServerKey(platform)).toBe(false)
  const folder = await scratchFolder()
  const doctorWith = async (Key: string) => {
    const file = join(folder, `${Key.replaceAll(' ', '-')}.ts`)
    await writeFile(file, `export default { Gameservers: { Key: '${Key}' } }`)
    return lineOf(await on(platform, ['doctor'], { BASEPLATE_CONFIG: file }), 'place files')
  }
  expect(await doctorWith('of the other machine')).toMatch(/^ok .*behind a key/)
  expect(await doctorWith('of this machine')).toMatch(
    /FAULT.*differs from that of the site that started last/,
  )
})

describe('files put', () => {
  test('stores a file of the operator', async () => {
    const platform = await openTestPlatform('SQLite')
    const file = join(await scratchFolder(), 'join.lua')
    await writeFile(file, 'print(1)')
    const { code, stdout } = await on(platform, ['files', 'put', 'scripts/join.lua', file])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^scripts\/join\.lua: 8 bytes, SHA-256 [0-9a-f]{64}\n$/),
    ])
    expect((await on(platform, ['files', 'get', 'scripts/join.lua'])).stdout).toBe('print(1)')
  })

  test('says in a sentence which file is missing', async () => {
    const platform = await openTestPlatform('SQLite')
    const { code, stdout, stderr } = await on(platform, ['files', 'put', 'scripts/join.lua', './nowhere.lua'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^\S*\/nowhere\.lua cannot be read: ENOENT[^\n]*\n$/)
  })
})

test('a command removes what a killed one has fetched of the ledger, and nothing of a running one', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const economy = join(platform.config.dataDirectory, 'economy')
  for (const name of ['fetched-killed', 'fetched-running', 'kept']) {
    await mkdir(join(economy, name), { recursive: true })
    await writeFile(join(economy, name, 'ledger'), 'lines')
  }
  const lock = acquireLock(join(economy, 'fetched-running', 'lock'))
  if (!('release' in lock)) throw new Error('the lock is taken')
  onTestFinished(() => lock.release())
  // The folders are young.
  const time = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => time + hour)
  const { code } = await on(platform, ['verify'], { LEDGER_URL: 'postgres://127.0.0.1:1/ledger' })
  clock.mockRestore()
  expect(code).toBe(1)
  expect((await readdir(economy)).toSorted()).toEqual(['fetched-running', 'kept'])
})
