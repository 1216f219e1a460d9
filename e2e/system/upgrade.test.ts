import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { readTables } from '@baseplate/cli/testing/every-table'
import { migrations } from '@baseplate/platform/migrations/all'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { createLog } from '@baseplate/service/log'
import { openDatabase } from '@baseplate/storage/database/open'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { nextMigration, prepareNextRelease } from '../support/next-release.ts'
import { startProduct } from '../support/product.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

const isPossible =
  process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v git flock setpriv']).status === 0

/**
 * Takes dependencies and pages from this checkout. Links to the product's own packages stay within the installation.
 */
const build = `mkdir node_modules
ln -s ${root}/node_modules/* ${root}/node_modules/.bin node_modules
rm node_modules/@baseplate
cp -R ${root}/node_modules/@baseplate node_modules
cp -R ${root}/site/build site/build`

/** Commands that log their arguments instead of doing their work. */
const standIns = {
  // Starting the services starts something that answers as the site does.
  systemctl: `echo "systemctl $*" >> "$LOG"
[ "$1" = start ] && [ -z "\${SILENT:-}" ] || exit 0
"${process.execPath}" -e "require('http').createServer((_, r) => r.end('OK')).listen($SITE_PORT)" >/dev/null 2>&1 9>&- &
echo $! > "$LOG.site"`,
  npm: `set -e
echo "npm $*" >> "$LOG"
[ -z "\${BROKEN:-}" ] || exit 1
${build}`,
}

/** Returns the folder of the stand-ins. */
async function addStandIns(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const [name, text] of Object.entries(standIns)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(bin, name), 0o755)
  }
  return bin
}

/** Creates a database of this version with two friends. */
async function fillOldDatabase(data: string): Promise<void> {
  await (await openDatabase({ dataDirectory: data }, migrations, createLog('silent'))).destroy()
  const database = new DatabaseSync(join(data, 'baseplate.sqlite'))
  const add = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join()
    database.prepare(`insert into ${table} (${names.join()}) values (${marks})`).run(...Object.values(row))
  }
  const people = [accountRow('Veteran'), accountRow('Friend')]
  for (const account of people) add('users', account)
  const [low_id = '', high_id = ''] = people.map(({ id }) => id).toSorted()
  add('friendships', { low_id, high_id, requested_by: null, created: 0 })
  database.close()
}

/** Folder of all tests. Each installs at the same path, so that Node.js compiles each module once for all of them. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseplate-upgrade-'))
  if (isPossible) await makeOrigin()
  return () => rm(folder, { recursive: true, force: true })
})

/** Makes an installation of this version for the tests to copy, and its repository, which is one commit ahead. */
async function makeOrigin(): Promise<void> {
  const origin = join(folder, 'origin')
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=test', '-c', 'user.email=test@play.example', ...args])
  await git('clone', '--quiet', '--no-local', '--depth', '1', root, origin)
  // Includes uncommitted changes.
  for (const name of ['deploy', 'platform']) {
    await cp(join(root, name), join(origin, name), { recursive: true })
  }
  await git('-C', origin, 'add', '.')
  await git('-C', origin, 'commit', '--quiet', '--allow-empty', '-m', 'Installed version')
  const installed = join(folder, 'installed')
  await git('clone', '--quiet', origin, installed)
  await run('sh', ['-ec', build], { cwd: installed })
  await writeFile(join(origin, 'NEWER'), '')
  await git('-C', origin, 'add', 'NEWER')
  await git('-C', origin, 'commit', '--quiet', '-m', 'Newer version')
}

/** Installs this version, with a database, until the test ends. */
async function install() {
  const own = join(folder, 'own')
  const installed = join(own, 'baseplate')
  await mkdir(own)
  onTestFinished(() => rm(own, { recursive: true }))
  await run('cp', ['-a', join(folder, 'installed'), installed])

  const bin = await addStandIns(own)

  const data = join(own, 'data')
  await mkdir(data)
  await fillOldDatabase(data)

  const environment = join(own, 'environment')
  const port = await freePort()
  const ports = `PORT=${port}\nECONOMY_PORT=${await freePort()}\n`
  const cache = `NODE_COMPILE_CACHE=${join(folder, 'compiled')}\n`
  await writeFile(environment, `BASEPLATE_DATA=${data}\n${ports}${cache}`)
  const log = join(own, 'log')
  const stopSite = async () => {
    const pid = await readFile(`${log}.site`, 'utf8').catch(() => undefined)
    if (pid) process.kill(Number(pid), 'SIGKILL')
    await rm(`${log}.site`, { force: true })
  }
  onTestFinished(stopSite)
  const backups = join(own, 'backups')
  const upgrade = (more: Record<string, string> = {}, ...args: string[]) =>
    run(join(installed, 'deploy/upgrade'), args, {
      env: {
        SITE_PORT: String(port),
        PATH: `${bin}:${process.env.PATH}`,
        LOG: log,
        BASEPLATE_USER: 'root',
        BASEPLATE_ENVIRONMENT: environment,
        BASEPLATE_BACKUPS: backups,
        ...more,
      },
    })
  return {
    installed,
    data,
    backups,
    environment,
    stopSite,
    upgrade,
    asked: async () => (await readFile(log, 'utf8')).trim().split('\n'),
  }
}

test.skipIf(!isPossible)(
  'upgrades an installation and migrates its rows (needs root, git and setpriv)',
  async () => {
    const { installed, data, backups, upgrade, asked, stopSite } = await install()

    await expect(upgrade({ BROKEN: 'yes' })).rejects.toMatchObject({
      stderr: expect.stringContaining('The build failed. Nothing was changed.'),
    })
    await expect(upgrade({ BASEPLATE_BACKUPS: '/proc/none' })).rejects.toMatchObject({ code: 1 })
    expect(await readdir(installed)).not.toContain('NEWER')
    expect((await asked()).join()).not.toContain('systemctl')

    await upgrade()
    expect(await readdir(installed)).toContain('NEWER')
    expect(await readdir(`${installed}.previous`)).not.toContain('NEWER')
    expect((await asked()).slice(2)).toEqual([
      'npm run build',
      'systemctl is-active --quiet baseplate-economy',
      'systemctl is-active --quiet baseplate-site',
      'systemctl is-active --quiet baseplate-orchestrator',
      'systemctl stop baseplate-orchestrator baseplate-site baseplate-economy',
      'systemctl daemon-reload',
      'systemctl start baseplate-economy baseplate-site baseplate-orchestrator',
    ])
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^before-upgrade-.*\.tar$/)])

    await stopSite()
    const program = [join(installed, 'cli/src/main.mjs'), 'start']
    const newer = await prepareNextRelease(['alter table users add column newer text'])
    const product = await startProduct({ ...newer, BASEPLATE_DATA: data }, { program })
    onTestFinished(async () => void (await product.stop()))
    expect((await fetch(`${product.baseUrl}/user/Veteran`)).status).toBe(200)
    expect(await readdir(join(data, 'backups'))).toContainEqual(
      expect.stringMatching(new RegExp(`^before-${nextMigration}-.*\\.sqlite$`)),
    )
    expect(readTables(join(data, 'baseplate.sqlite')).users).toContainEqual(
      expect.objectContaining({ username: 'Veteran', newer: null }),
    )
  },
)

/** Makes the port of the economy service belong to another program, which is a fault. */
async function addFault(environment: string): Promise<void> {
  const other = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  await appendFile(environment, `ECONOMY_PORT=${(other.address() as AddressInfo).port}\n`)
}

test.skipIf(!isPossible)(
  'refuses a fault of the new version unless told to upgrade, and then takes the own changes of the operator along',
  async () => {
    const { installed, environment, backups, upgrade, asked } = await install()
    const theme = join(installed, 'site/src/theme/own.css')
    await writeFile(theme, 'a {}')
    await appendFile(join(installed, 'README.md'), 'Our notes\n')
    await mkdir(backups)
    const old = [1, 2, 3, 4].map((day) => `before-upgrade-2001010${day}T000000Z.tar`)
    for (const name of [...old, 'mine.tar']) await writeFile(join(backups, name), '')
    await addFault(environment)
    const doctor = join(installed, 'deploy/baseplate')
    const original = await readFile(doctor, 'utf8')
    const known = 'FAULT    port of the economy: requires more rights than this user has'
    await writeFile(
      doctor,
      original.replace('set -eu', `set -eu\n[ "$1" = doctor ] && echo "${known}" && exit 1`),
    )
    await run('git', ['-C', installed, 'update-index', '--assume-unchanged', 'deploy/baseplate'])

    await expect(upgrade()).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /that the running version does not have:\n {2}port of the economy: .*--despite-faults/s,
      ),
    })
    expect((await asked()).join()).not.toContain('systemctl')

    await upgrade({}, '--despite-faults')
    expect(await readFile(theme, 'utf8')).toBe('a {}')
    expect(await readFile(join(installed, 'README.md'), 'utf8')).toContain('Our notes')
    const kept = await readdir(backups)
    expect(kept.filter((name) => old.includes(name)).toSorted()).toEqual(old.slice(2))
    expect(kept).toHaveLength(4)
  },
)

test.skipIf(!isPossible)(
  'upgrades despite a fault that the running version has too, and reports a site that does not answer',
  async () => {
    const { environment, upgrade } = await install()
    await addFault(environment)
    await expect(upgrade({ SILENT: 'yes', BASEPLATE_HEALTHY_WITHIN: '1' })).rejects.toMatchObject({
      stdout: expect.stringContaining('The running version has the same faults.'),
      stderr: expect.stringContaining('The site of the new version does not answer.'),
    })
  },
)
