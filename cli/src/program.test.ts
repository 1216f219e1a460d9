import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseConfig } from '@baseplate/platform/config/load'
import { readLastBackup } from '@baseplate/platform/operations/metrics/queries'
import { withAuthenticator } from '@baseplate/platform/testing/authenticator'
import { registerPerson } from '@baseplate/platform/testing/people'
import { createPostgresDatabase, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { type Ended, runHere } from './testing/command.ts'

const execute = promisify(execFile)
const main = join(import.meta.dirname, 'main.mjs')

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'program-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const onDirectory = (dataDirectory: string, environment = {}) => ({
  PATH: process.env.PATH ?? '',
  BASEPLATE_DATA: dataDirectory,
  ECONOMY_PORT: '1',
  ...environment,
})

/** Runs `baseplate` on a data directory in this process. */
const command = (dataDirectory: string, args: string[], environment = {}): Promise<Ended> =>
  runHere(args, onDirectory(dataDirectory, environment))

/** Runs `baseplate` on a data directory, in a working directory of its own. */
async function baseplate(dataDirectory: string, args: string[], environment = {}): Promise<Ended> {
  const env = onDirectory(dataDirectory, environment)
  try {
    const { stdout, stderr } = await execute(process.execPath, [main, ...args], { cwd: dataDirectory, env })
    return { code: 0, stdout, stderr }
  } catch (error) {
    return error as Ended
  }
}

test('prints help and version with exit code 0, and changes nothing', async () => {
  const folder = await scratchFolder()
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  const [help, ofBackup, ofExport, said] = await Promise.all(
    [['--help'], ['backup', '--help'], ['ledger', 'export', '--help'], ['--version']].map((args) =>
      baseplate(folder, args),
    ),
  )
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: baseplate/) })
  expect(ofBackup).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: baseplate backup/) })
  expect(ofExport).toMatchObject({ code: 0, stdout: expect.stringMatching(/--format <format>/) })
  expect(said).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect(await readdir(folder)).toEqual([])
})

test('rejects unknown commands, options and arguments', async () => {
  const folder = await scratchFolder()
  for (const args of [['repair'], ['verify', '--quickly'], ['restore'], ['backup'], ['backup', 'a', 'b']]) {
    const { code, stdout, stderr } = await command(folder, args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: .+\n\nUsage: baseplate/)
    if (args[0] === 'repair') expect(stderr).toMatch(/'repair'[\s\S]*\n {2}start /)
  }
  expect(await readdir(folder)).toEqual([])
})

test('creates neither a data directory nor a database in commands beside the product', async () => {
  const folder = await scratchFolder()
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const commands = [['verify'], ['reconcile'], ['backup', join(folder, 'a.tar')], ['user', 'level', 'A', '5']]
  for (const args of commands) {
    const inEmpty = await command(folder, args, { BASEPLATE_DATA: empty })
    expect(inEmpty).toMatchObject({ code: 1, stdout: '' })
    expect(inEmpty.stderr).toBe(
      `There is no database in ${empty}. Start the product once, or set BASEPLATE_DATA or DATABASE_URL.\n`,
    )
  }
  // One function answers for all commands.
  const missing = await command(folder, ['verify'], { BASEPLATE_DATA: join(folder, 'missing') })
  expect(missing.stderr).toMatch(/^There is no data directory .+missing\. Start the product once/)
  const { url: DATABASE_URL, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const ended = await command(folder, ['verify'], { BASEPLATE_DATA: empty, DATABASE_URL })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toBe('The database at DATABASE_URL is empty. Start the product once.\n')
  expect(await readdir(empty)).toEqual([])
  expect(await readdir(folder)).toEqual(['empty'])
})

test('backs up to standard output, and fails when its reader is gone', async () => {
  const platform = await openTestPlatform('SQLite')
  const { dataDirectory } = platform.config
  await registerPerson(platform, 'Founder')
  const folder = await scratchFolder()
  const archive = join(folder, 'archive.tar')
  const shell = (script: string, environment = {}) =>
    execute('bash', ['--norc', '-o', 'pipefail', '-c', script, process.execPath, main], {
      env: onDirectory(dataDirectory, environment),
    })
  const { stderr } = await shell(`"$0" "$1" backup - > ${archive}`)
  expect(stderr).toMatch(/^-: the database, no ledger \(there is none yet\), \d+ files; \d+ bytes\.\n$/)
  const restored = join(folder, 'restored')
  const said = await shell(`"$0" "$1" restore ${archive} && "$0" "$1" verify`, { BASEPLATE_DATA: restored })
  if (process.getuid?.() === 0) expect(said.stderr).toContain(`chown -R <user> ${restored}`)

  const cut = await shell('"$0" "$1" backup - | head -c 100 > /dev/null').catch((error: Ended) => error)
  expect(cut.stderr).toMatch(/^The reader of standard output is gone\. The archive is incomplete\.\n$/)
  expect(await readdir(join(dataDirectory, 'incoming'))).toEqual([])
})

test('ends quietly when the reader of its output stops reading', async () => {
  const env = onDirectory(await scratchFolder())
  const script = '("$0" "$1" config print; echo "exit $?" >&2) | true'
  const { stderr } = await execute('bash', ['--norc', '-c', script, process.execPath, main], { env })
  expect(stderr).toBe('exit 0\n')
})

test('retains the newest scheduled backups, and other files in their folder', async () => {
  const platform = await openTestPlatform('SQLite')
  const { dataDirectory } = platform.config
  const folder = await scratchFolder()
  const backups = join(folder, 'backups')
  const BASEPLATE_CONFIG = join(folder, 'config.ts')
  await writeFile(BASEPLATE_CONFIG, `export default { Backup: { Folder: '${backups}', Keep: 2 } }`)
  const scheduled = () => command(dataDirectory, ['backup', '--scheduled'], { BASEPLATE_CONFIG })
  expect(await scheduled()).toMatchObject({ code: 0 })
  const [first] = await readdir(backups)
  await writeFile(join(backups, 'notes.txt'), 'mine')
  await scheduled()
  await scheduled()
  const names = await readdir(backups)
  expect(names).toHaveLength(3)
  expect(names).toContain('notes.txt')
  expect(names).not.toContain(first)
  expect((await readLastBackup(platform.db, Date.now()))?.file).toBe(join(backups, names[1] ?? ''))
})

test('lets the only administrator back in by a link, and changes levels by command', async () => {
  const platform = await openTestPlatform('SQLite')
  const { dataDirectory } = platform.config
  const { id } = await registerPerson(platform, 'Founder')
  await registerPerson(platform, 'Player')
  const { stdout, code } = await command(dataDirectory, ['user', 'reset-password', 'founder'])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^http:\/\/localhost:3000\/recover\/\S+\n$/),
  })
  expect(await command(dataDirectory, ['user', 'level', 'Founder', '1'])).toMatchObject({ code: 1 })
  expect(await command(dataDirectory, ['user', 'level', 'Player', '5'])).toMatchObject({ code: 0 })
  expect(await command(dataDirectory, ['user', 'level', 'Founder', '1'])).toMatchObject({ code: 0 })
  expect((await command(dataDirectory, ['user', 'level', 'Nobody', '1'])).stderr).toBe('User not found\n')
  const levels = await platform.db.selectFrom('users').select(['username', 'permission_level']).execute()
  expect(levels).toContainEqual({ username: 'Founder', permission_level: 1 })
  expect(levels).toContainEqual({ username: 'Player', permission_level: 5 })
  const log = await platform.db.selectFrom('audit_log').select(['actor_id', 'action', 'subject']).execute()
  expect(log).toContainEqual({ actor_id: 'operator', action: 'makeresetlink', subject: `user:${id}` })
})

test('removes the second factors of an owner who has lost them', async () => {
  const platform = await openTestPlatform('SQLite')
  await withAuthenticator(platform, await registerPerson(platform, 'Founder'))
  const args = ['user', 'reset-factors', 'founder']
  const { code, stdout } = await command(platform.config.dataDirectory, args)
  expect([code, stdout]).toEqual([0, 'founder has no second factor, and is signed out everywhere.\n'])
  for (const table of ['totp_secrets', 'sessions'] as const)
    expect(await platform.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('creates registration keys', async () => {
  const platform = await openTestPlatform('SQLite')
  const { dataDirectory } = platform.config
  const { stdout, stderr } = await command(dataDirectory, ['regkey', 'create', '--uses', '3'])
  const keys = await platform.db.selectFrom('registration_keys').select(['key', 'uses', 'maker_id']).execute()
  expect(keys).toEqual([{ key: stdout.trim(), uses: 3, maker_id: null }])
  expect(stderr).toMatch(/Registration\.Keys\.Enabled/)
  const wrong = await command(dataDirectory, ['regkey', 'create', '--expires', 'soon'])
  expect(wrong).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Enter a future time in UTC/),
  })
})

test('rotates the signing key, and retains the old one', async () => {
  const folder = await scratchFolder()
  expect(await command(folder, ['signing-key', 'rotate'])).toMatchObject({ code: 1 })
  const old = await command(folder, ['public-key'])
  const rotated = await command(folder, ['signing-key', 'rotate'])
  expect(rotated.stdout).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  expect(rotated.stdout).not.toBe(old.stdout)
  expect((await command(folder, ['public-key'])).stdout).toBe(rotated.stdout)
  expect((await command(folder, ['public-key', '--retired'])).stdout).toBe(old.stdout)
})

test('refuses a theme without a stylesheet', async () => {
  const folder = await scratchFolder()
  const BASEPLATE_CONFIG = join(folder, 'config.ts')
  await writeFile(BASEPLATE_CONFIG, "export default { Themes: [{ Name: 'Ocean', File: 'ocean' }] }")
  const { code, stderr } = await baseplate(folder, ['site'], { BASEPLATE_CONFIG })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^Themes\.0\.File: "ocean" is not allowed: there is no file .+ocean\.css\n$/,
    ),
  })
})

test('prints the configuration without its secrets', async () => {
  const folder = await scratchFolder()
  const secrets = {
    ECONOMY_KEY: 'hush-economy',
    DATABASE_URL: 'postgres://baseplate:hush@localhost/baseplate?password=hush',
    LEDGER_URL: 'postgres://ledger:hush@one:5432,two:5433/ledger',
  }
  const { stdout } = await command(folder, ['config', 'print'], secrets)
  expect(JSON.parse(stdout)).toMatchObject({
    Name: 'Baseplate',
    economy: { key: '********', ledgerUrl: 'postgres://ledger:********@one:5432,two:5433/ledger' },
    databaseUrl: 'postgres://baseplate:********@localhost/baseplate?password=********',
  })
  expect(stdout).not.toContain('hush')
  expect(existsSync(join(folder, 'keys'))).toBe(false)
})

test('refuses several workers without PostgreSQL, and impossible numbers of them', async () => {
  const folder = await scratchFolder()
  for (const command of ['start', 'site']) {
    const refused = await baseplate(folder, [command], { WORKERS: '2' })
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'WORKERS=2 needs PostgreSQL: set DATABASE_URL, or remove WORKERS.\n',
    })
  }
  const reason = (WORKERS: string) => `WORKERS: "${WORKERS}" is not allowed: use a whole number from 1 to 64`
  const impossible = await baseplate(folder, ['site'], { WORKERS: '0' })
  expect(impossible.code).toBe(1)
  expect(impossible.stderr).toBe(`The configuration is invalid:\n  ${reason('0')}\n`)
  for (const WORKERS of ['65', '1.5', '-1', 'two'])
    expect(() => parseConfig({}, { WORKERS }, folder)).toThrow(reason(WORKERS))
})
