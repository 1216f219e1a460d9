import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { recordBackup } from '@baseplate/platform/operations/metrics/queries'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { hour } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { configured, folder, nowhere } from '../testing/doctor.ts'
import { checkAddress, checkBackup, checkLeakedPasswords, checkSecondFactors } from './doctor.ts'
import { checkIsolation } from './isolation.ts'
import { checkPlaceFiles } from './place-files.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../main.mjs')

test('reports an unreachable address, one without TLS, and an untrusted proxy', () => {
  const summary = (environment: Record<string, string>, written: ConfigInput = {}) => {
    const { verdict, advice = '' } = checkAddress(configured(written, environment))
    return [verdict, advice]
  }
  expect(summary({})).toEqual(['warning', expect.stringContaining('BASE_URL')])
  expect(summary({ BASE_URL: 'http://play.example' })).toEqual(['warning', expect.stringContaining('https')])
  expect(summary({ BASE_URL: 'https://play.example.org' })).toEqual([
    'warning',
    expect.stringContaining('address of your site'),
  ])
  const secure = { BASE_URL: 'https://play.example' }
  expect(summary(secure)).toEqual(['warning', expect.stringContaining('TrustedProxies')])
  expect(summary(secure, { TrustedProxies: ['127.0.0.1'] })).toEqual(['ok', ''])
})

test('reports a public platform whose staff need no second factor', () => {
  const verdictOf = (environment: Record<string, string>, written: ConfigInput = {}) =>
    checkSecondFactors(configured(written, environment)).verdict
  const open = { BASE_URL: 'https://play.example' }
  expect(verdictOf({})).toBe('ok')
  expect(verdictOf(open)).toBe('warning')
  expect(verdictOf(open, { Security: { RequireSecondFactor: 4 } })).toBe('ok')
})

test('reports a list of leaked passwords that is missing, incomplete or of another format', async () => {
  const path = join(await folder(), 'leaked.txt')
  const check = async (LeakedPasswords?: string) => {
    const { verdict, summary } = await checkLeakedPasswords(configured({ Security: { LeakedPasswords } }))
    return [verdict, summary]
  }
  expect(await check()).toEqual(['ok', expect.any(String)])
  expect(await check(path)).toEqual(['warning', expect.stringContaining('ENOENT')])
  await writeFile(path, 'password\n')
  expect(await check(path)).toEqual(['warning', 'a line is not a SHA-1 hash and a count'])
  await writeFile(path, `${'0'.repeat(40)}:1\n`)
  expect(await check(path)).toEqual(['warning', expect.stringContaining('incomplete')])
  await writeFile(path, '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:9545824\n')
  expect(await check(path)).toEqual(['ok', path])
})

test('reports game servers without isolation, and a sandbox that the machine cannot run', () => {
  let programs = ['bwrap', 'systemd-run']
  let runsSystemd = true
  const machine = {
    hasProgram: (name: string) => programs.includes(name),
    runsSystemd: () => runsSystemd,
  }
  const checked = (Orchestrator: ConfigInput['Orchestrator'], environment = {}) =>
    checkIsolation(configured({ Orchestrator }, environment), machine)
  const Command = ['/opt/game/server']
  expect(checked({ Command })).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('Orchestrator.Sandbox'),
  })
  expect(checked({ Command }, { ORCHESTRATOR_SANDBOX: 'bwrap' })).toEqual({ verdict: 'ok', summary: 'bwrap' })
  expect(checked({ Command, Sandbox: 'bwrap', User: 'games' })).toEqual({
    verdict: 'ok',
    summary: 'bwrap, user games',
  })
  expect(checked({ Command, User: 'games' })).toMatchObject({ verdict: 'ok' })
  expect(checked({})).toMatchObject({ verdict: 'ok' })

  const scoped = { Command, Sandbox: 'systemd-run' } as const
  expect(checked(scoped)).toEqual({ verdict: 'ok', summary: 'systemd-run' })
  runsSystemd = false
  expect(checked(scoped)).toMatchObject({ verdict: 'fault', summary: expect.stringContaining('not running') })
  programs = []
  expect(checked({ Command, Sandbox: 'bwrap' })).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('apt install bubblewrap'),
  })
})

test('reports place files that are open to everyone', async () => {
  const checked = (Key?: string) =>
    checkPlaceFiles(configured({ Gameservers: Key === undefined ? {} : { Key } }))
  expect(await checked('')).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('Gameservers.Key'),
  })
  expect(await checked('a key')).toEqual({ verdict: 'ok', summary: 'behind a key' })
  expect(await checked()).toEqual({ verdict: 'ok', summary: 'behind a key that the first start creates' })
})

test('reports a missing or outdated backup, with and without a schedule', async () => {
  const { db, config } = await openTestPlatform('SQLite')
  const now = Date.now()
  const checked = (Backup: ConfigInput['Backup'] = {}) =>
    checkBackup({ ...configured({ Backup }), dataDirectory: config.dataDirectory }, now)
  const scheduled = { Folder: '/backups', Hours: 12 }
  expect(await checked()).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('Set Backup.Folder'),
  })
  expect(await checked(scheduled)).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('every 12 hours'),
  })
  await recordBackup(db, { finished: now - 30 * hour, file: '/backups/a.tar', bytes: 1 })
  expect(await checked()).toMatchObject({
    verdict: 'ok',
    summary: 'the last one is 30 hours old: /backups/a.tar',
  })
  expect(await checked(scheduled)).toMatchObject({ verdict: 'warning' })
})

test('prints a line for each check and sets the exit code', async () => {
  const env = { PATH: process.env.PATH, BASEPLATE_DATA: await folder(), PORT: '1024', ECONOMY_PORT: '1025' }
  const doctor = (more: Record<string, string>) =>
    run(process.execPath, [main, 'doctor'], { env: { ...env, ...more } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    )
  const well = await doctor({})
  expect(well.code).toBe(0)
  expect(well.stdout).toMatch(
    /^ok {7}configuration: .*\nok {7}Node\.js: .*\nWARNING {2}address: .*\n {9}-> Set BASE_URL/,
  )
  expect(await doctor({ PORT: 'http' })).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^FAULT {4}configuration: .*PORT: "http" is not allowed.*-> Correct it/s),
  })
  const away = await doctor({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(away.stdout).toMatch(/^FAULT {4}database: .*ECONNREFUSED/m)
  expect(away.stdout).toMatch(/^WARNING {2}backup: not checked, because the database cannot be used$/m)
  expect(away.stdout).not.toContain('unexpectedly')
  const wrong = await doctor({ ECONOMY_URL: nowhere })
  expect(wrong.code).toBe(1)
  expect(wrong.stdout).toMatch(/^FAULT {4}economy: does not answer/m)
})
