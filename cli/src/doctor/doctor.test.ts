import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hour } from '@baseplate/platform/foundation/clock'
import { parseConfig } from '@baseplate/platform/foundation/config/load'
import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import { noteLastBackup } from '@baseplate/platform/operations/metrics/last-backup'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { startMailServer } from '@baseplate/platform/testing/mail-server'
import { registerPerson } from '@baseplate/platform/testing/people'
import { databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { checkAddress, checkBackup, checkIsolation, checkPlaceFiles } from './doctor.ts'
import { checkDataDirectory, checkDisk, checkNode, checkPort, checkSecrets } from './machine.ts'
import {
  checkClock,
  checkDatabase,
  checkEconomy,
  checkMail,
  checkOrchestrator,
  checkRenderer,
} from './services.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../main.ts')

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const configured = (written: ConfigInput, environment: Record<string, string> = {}) =>
  parseConfig(written, environment, '/nowhere')

/** Starts a web server with one response for every request, and returns its address. */
async function answering(status: number, text: string): Promise<{ url: string; port: number }> {
  const server = createServer((_, response) => response.writeHead(status).end(text))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

const nowhere = 'http://127.0.0.1:1'

test('reports an old Node.js', async () => {
  const packageFile = join(await folder(), 'package.json')
  await writeFile(packageFile, '{"devDependencies":{"node":"26.1.0"}}')
  expect(await checkNode('26.0.0', packageFile)).toMatchObject({ verdict: 'ok' })
  expect(await checkNode('24.3.0', packageFile)).toMatchObject({
    verdict: 'fault',
    said: '24.3.0, which is older than 26.1.0',
    todo: expect.stringContaining('npm start'),
  })
})

test('reports an unreachable address, one without TLS, and an untrusted proxy', () => {
  const said = (environment: Record<string, string>, written: ConfigInput = {}) => {
    const { verdict, todo = '' } = checkAddress(configured(written, environment))
    return [verdict, todo]
  }
  expect(said({})).toEqual(['warning', expect.stringContaining('BASE_URL')])
  expect(said({ BASE_URL: 'http://play.example' })).toEqual(['warning', expect.stringContaining('https')])
  const secure = { BASE_URL: 'https://play.example' }
  expect(said(secure)).toEqual(['warning', expect.stringContaining('TrustedProxies')])
  expect(said(secure, { TrustedProxies: ['127.0.0.1'] })).toEqual(['ok', ''])
})

test('reports a data directory that cannot be created, is no folder, or is open to everyone', async () => {
  const at = await folder()
  const checked = (name: string) => checkDataDirectory(configured({}, { BASEPLATE_DATA: join(at, name) }))
  expect(await checked('new/one')).toMatchObject({ verdict: 'ok' })
  await writeFile(join(at, 'file'), '')
  expect(await checked('file')).toMatchObject({
    verdict: 'fault',
    said: expect.stringContaining('cannot be written'),
  })
  await mkdir(join(at, 'open'))
  await chmod(join(at, 'open'), 0o777)
  expect(await checked('open')).toMatchObject({ verdict: 'fault', todo: `chmod o-w ${join(at, 'open')}` })
})

test('reports keys that others can read', async () => {
  const at = await folder()
  const config = configured({}, { BASEPLATE_DATA: at })
  expect(await checkSecrets(config)).toMatchObject({ verdict: 'ok', said: 'none yet' })
  await mkdir(join(at, 'keys'), { mode: 0o700 })
  const key = join(at, 'keys', 'signing.pem')
  await writeFile(key, '', { mode: 0o600 })
  expect(await checkSecrets(config)).toMatchObject({ verdict: 'ok' })
  await chmod(key, 0o644)
  expect(await checkSecrets(config)).toMatchObject({ verdict: 'fault', todo: `chmod go-rwx ${key}` })
})

test('reports game servers without isolation', () => {
  const checked = (Orchestrator: ConfigInput['Orchestrator'], environment = {}) =>
    checkIsolation(configured({ Orchestrator }, environment))
  const Command = ['/opt/game/server']
  expect(checked({ Command })).toMatchObject({
    verdict: 'warning',
    todo: expect.stringContaining('Orchestrator.Sandbox'),
  })
  expect(checked({ Command }, { ORCHESTRATOR_SANDBOX: 'bwrap' })).toEqual({ verdict: 'ok', said: 'bwrap' })
  expect(checked({ Command, Sandbox: 'bwrap', User: 'games' })).toEqual({
    verdict: 'ok',
    said: 'bwrap, user games',
  })
  expect(checked({ Command, User: 'games' })).toMatchObject({ verdict: 'ok' })
  expect(checked({})).toMatchObject({ verdict: 'ok' })
})

test('reports place files that are open to everyone', () => {
  const checked = (Key?: string) =>
    checkPlaceFiles(configured({ Gameservers: Key === undefined ? {} : { Key } }))
  expect(checked('')).toMatchObject({ verdict: 'warning', said: expect.stringContaining('Gameservers.Key') })
  expect(checked('a key')).toEqual({ verdict: 'ok', said: 'behind a key' })
  expect(checked()).toEqual({ verdict: 'ok', said: 'behind a key that the first start makes' })
})

test('reports a disk that fills up', async () => {
  const config = configured({}, { BASEPLATE_DATA: await folder() })
  const verdicts = [50e9, 1e9, 1e6].map(async (free) => (await checkDisk(config, async () => free)).verdict)
  expect(await Promise.all(verdicts)).toEqual(['ok', 'warning', 'fault'])
  expect((await checkDisk(config)).said).toMatch(/GB are free/)
})

test('reports a port in use and an address of another machine', async () => {
  const on = (port: number, host = '127.0.0.1') => checkPort({ host, port, setting: 'PORT' })
  const stranger = await answering(200, 'Hello')
  expect(await on(stranger.port)).toMatchObject({ verdict: 'fault', todo: expect.stringContaining('PORT') })
  const economy = await startTestEconomy()
  expect(await on(economy.port)).toMatchObject({
    verdict: 'ok',
    said: expect.stringContaining('Baseplate itself'),
  })
  await economy.close()
  expect(await on(economy.port)).toMatchObject({ verdict: 'ok', said: expect.stringContaining('free') })
  expect(await on(economy.port, '192.0.2.1')).toMatchObject({
    verdict: 'fault',
    todo: expect.stringContaining('HOST'),
  })
})

test.each(databases)(
  'reports a missing database, one of a later version, and a clock that went back, on %s',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    const { config, db } = platform
    await registerPerson(platform, 'Maker')
    expect(await checkDatabase(config)).toEqual({ verdict: 'ok', said: `${kind}, up to date` })
    expect(await checkClock(config, platform.now())).toMatchObject({ verdict: 'ok' })
    expect(await checkClock(config, platform.now() - 3_600_000)).toMatchObject({ verdict: 'fault' })
    await db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-later', timestamp: '' })
      .execute()
    expect(await checkDatabase(config)).toMatchObject({
      verdict: 'fault',
      said: expect.stringContaining('9999-later'),
    })
  },
)

test('reports a database that is damaged or out of reach', async () => {
  const at = await folder()
  const config = configured({}, { BASEPLATE_DATA: at })
  expect(await checkDatabase(config)).toMatchObject({
    verdict: 'ok',
    said: expect.stringContaining('first start'),
  })
  await writeFile(join(at, 'baseplate.sqlite'), 'not a database, but long enough to be looked at'.repeat(100))
  expect(await checkDatabase(config)).toMatchObject({
    verdict: 'fault',
    todo: expect.stringContaining('backup'),
  })
  const away = configured({}, { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(await checkDatabase(away)).toMatchObject({
    verdict: 'fault',
    todo: expect.stringContaining('DATABASE_URL'),
  })
})

test('reports an economy service that is away or has another key', async () => {
  const economy = await startTestEconomy({ key: 'right' })
  const checked = (environment: Record<string, string>) => checkEconomy(configured({}, environment))
  const there = { ECONOMY_URL: economy.address }
  expect(await checked({ ...there, ECONOMY_KEY: 'right' })).toMatchObject({ verdict: 'ok' })
  const open = await startTestEconomy()
  expect(await checked({ ECONOMY_URL: open.address })).toMatchObject({
    verdict: 'warning',
    said: expect.stringContaining('may mint'),
  })
  expect(await checked({ ...there, ECONOMY_KEY: 'wrong' })).toMatchObject({
    verdict: 'fault',
    todo: expect.stringContaining('ECONOMY_KEY'),
  })
  expect(await checked({ ECONOMY_URL: nowhere })).toMatchObject({ verdict: 'fault' })
  expect(await checked({ ECONOMY_PORT: '1' })).toMatchObject({
    verdict: 'warning',
    todo: expect.stringContaining('npm start'),
  })
})

test('reports an orchestrator that is missing, away or without its program', async () => {
  const checked = (
    Orchestrator: ConfigInput['Orchestrator'],
    Hosting: 'Dedicated' | 'Both' | 'Selfhosted' = 'Both',
  ) =>
    checkOrchestrator(
      configured({ Gameservers: { Hosting }, Orchestrator: { PrivateURL: nowhere, ...Orchestrator } }),
    )
  expect(await checked({ Command: ['/no/such/server'] })).toMatchObject({
    verdict: 'fault',
    said: expect.stringContaining('/no/such/server'),
  })
  expect(await checked({ Command: [process.execPath] })).toMatchObject({ verdict: 'warning' })
  expect(await checked({}, 'Dedicated')).toMatchObject({
    verdict: 'fault',
    todo: expect.stringContaining('Orchestrator.Command'),
  })
  expect(await checked({}, 'Selfhosted')).toMatchObject({ verdict: 'ok' })
  const { url } = await answering(401, 'unauthorized')
  expect(await checked({ PrivateURL: url })).toMatchObject({
    verdict: 'fault',
    todo: expect.stringContaining('ORCHESTRATOR_KEY'),
  })
})

test('reports a separate renderer that is away', async () => {
  const checked = (URL: string) =>
    checkRenderer(configured({ Renderer: { Kind: 'external', URL, Key: 'a'.repeat(32) } }))
  expect(await checked(nowhere)).toMatchObject({ verdict: 'fault' })
  expect(await checked((await answering(404, 'none')).url)).toMatchObject({ verdict: 'ok' })
  expect(await checkRenderer(configured({}))).toEqual({
    verdict: 'ok',
    said: 'builtin, and has drawn a figure',
  })
})

test('reports a required mail server that is missing or away, and accepts one that takes mail', async () => {
  const checked = (Email: ConfigInput['Email'], Emails = true) =>
    checkMail(configured({ Registration: { Emails }, Email }))
  expect(await checked({}, false)).toEqual({ verdict: 'ok', said: 'none' })
  expect(await checked({})).toMatchObject({ verdict: 'warning', todo: expect.stringContaining('Email.Host') })
  const server = { Host: '127.0.0.1', From: 'us@play.example', Security: 'None' as const }
  expect(await checked({ ...server, Port: 1 })).toMatchObject({
    verdict: 'fault',
    said: expect.stringContaining('ECONNREFUSED'),
  })
  const { port, close } = await startMailServer()
  onTestFinished(close)
  expect(await checked({ ...server, Port: port })).toMatchObject({ verdict: 'ok' })
  expect(await checked({ ...server, Port: port, Security: 'StartTLS' })).toMatchObject({ verdict: 'fault' })
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
  const wrong = await doctor({ ECONOMY_URL: nowhere })
  expect(wrong.code).toBe(1)
  expect(wrong.stdout).toMatch(/^FAULT {4}economy: does not answer/m)
})

test('reports a missing or outdated backup, with and without a schedule', async () => {
  const dataDirectory = await folder()
  const now = Date.now()
  const look = (Backup: ConfigInput['Backup'] = {}) =>
    checkBackup({ ...configured({ Backup }), dataDirectory }, now)
  const scheduled = { Folder: '/backups', Hours: 12 }
  expect(await look()).toMatchObject({
    verdict: 'warning',
    todo: expect.stringContaining('Set Backup.Folder'),
  })
  expect(await look(scheduled)).toMatchObject({
    verdict: 'warning',
    todo: expect.stringContaining('every 12 hours'),
  })
  await noteLastBackup(dataDirectory, { finished: now - 30 * hour, file: '/backups/a.tar', bytes: 1 })
  expect(await look()).toMatchObject({ verdict: 'ok', said: 'the last one is 30 hours old: /backups/a.tar' })
  expect(await look(scheduled)).toMatchObject({ verdict: 'warning' })
})
