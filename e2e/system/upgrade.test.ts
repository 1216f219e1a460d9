import { execFile, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { readTables } from '@baseplate/cli/testing/every-table'
import { openDatabase } from '@baseplate/platform/foundation/database/open'
import { migrations } from '@baseplate/platform/migrations/all'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { createLog } from '@baseplate/service/log'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { nextMigration, prepareNextRelease } from '../support/next-release.ts'
import { startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
  systemctl: 'echo "systemctl $*" >> "$LOG"',
  npm: `set -e
echo "npm $*" >> "$LOG"
[ -z "\${BROKEN:-}" ] || exit 1
${build}`,
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

/** Installs this version, with a database, from a repository that is one commit ahead. */
async function install() {
  const folder = await temporaryFolder()
  const origin = join(folder, 'origin')
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=test', '-c', 'user.email=test@play.example', ...args])
  await git('clone', '--quiet', '--no-local', root, origin)
  // Includes uncommitted changes.
  for (const name of ['deploy', 'platform']) {
    await cp(join(root, name), join(origin, name), { recursive: true })
  }
  await git('-C', origin, 'add', '.')
  await git('-C', origin, 'commit', '--quiet', '--allow-empty', '-m', 'Installed version')
  const installed = join(folder, 'baseplate')
  await git('clone', '--quiet', origin, installed)
  await writeFile(join(origin, 'NEWER'), '')
  await git('-C', origin, 'add', 'NEWER')
  await git('-C', origin, 'commit', '--quiet', '-m', 'Newer version')

  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const [name, text] of Object.entries(standIns)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(bin, name), 0o755)
  }
  await run('sh', ['-ec', build], { cwd: installed })

  const data = join(folder, 'data')
  await mkdir(data)
  await fillOldDatabase(data)

  const environment = join(folder, 'environment')
  const ports = `PORT=${await freePort()}\nECONOMY_PORT=${await freePort()}\n`
  await writeFile(environment, `BASEPLATE_DATA=${data}\n${ports}`)
  const log = join(folder, 'log')
  const upgrade = (more: Record<string, string> = {}) =>
    run(join(installed, 'deploy/upgrade'), {
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        LOG: log,
        BASEPLATE_USER: 'root',
        BASEPLATE_ENVIRONMENT: environment,
        BASEPLATE_BACKUPS: join(folder, 'backups'),
        ...more,
      },
    })
  return {
    folder,
    installed,
    data,
    upgrade,
    asked: async () => (await readFile(log, 'utf8')).trim().split('\n'),
  }
}

test.skipIf(!isPossible)(
  'upgrades an installation and migrates its rows (needs root, git and setpriv)',
  async () => {
    const { folder, installed, data, upgrade, asked } = await install()

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
    expect(await readdir(join(folder, 'backups'))).toEqual([
      expect.stringMatching(/^before-upgrade-.*\.tar$/),
    ])

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
