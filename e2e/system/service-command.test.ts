import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { runToEnd } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const wrapper = join(root, 'deploy/baseplate')
const user = `baseplate-${process.pid}`

/** The wrapper changes users, and the other user must be able to read this checkout. */
const isPossible =
  process.getuid?.() === 0 &&
  spawnSync('sh', ['-c', 'command -v useradd setpriv']).status === 0 &&
  spawnSync('setpriv', ['--reuid=65534', '--clear-groups', 'test', '-r', wrapper]).status === 0

const needs = 'needs root, useradd and a checkout that everybody can read'

beforeAll(async () => {
  if (isPossible) await run('useradd', ['--system', '--home-dir', '/nonexistent', user])
})
afterAll(async () => {
  if (isPossible) await run('userdel', [user])
})

/** Creates the state after the first steps of install.md: an environment file and an empty home. */
async function install(environment: string) {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const home = join(folder, 'home')
  await run('install', ['-d', '-o', user, '-g', user, '-m', '750', home])
  const file = join(folder, 'environment')
  const ports = `PORT=${await freePort()}\nECONOMY_PORT=${await freePort()}\n`
  await writeFile(file, `BASEPLATE_DATA=${home}/data\n${ports}${environment}`, { mode: 0o640 })
  const gid = Number((await run('id', ['-g', user])).stdout)
  await chown(file, 0, gid)
  const env = { PATH: process.env.PATH, BASEPLATE_USER: user, BASEPLATE_ENVIRONMENT: file }
  const baseplate = (
    args: string[],
    { as = '', more = {} }: { as?: string; more?: Record<string, string> } = {},
  ) => {
    const command = as === '' ? [wrapper, ...args] : ['runuser', '-u', as, '--', wrapper, ...args]
    return run(command[0] ?? '', command.slice(1), { env: { ...env, ...more }, cwd: '/root' }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    )
  }
  return { folder, home, file, baseplate }
}

test.skipIf(!isPossible)(
  `runs a command as the services do, as root and as their user (${needs})`,
  async () => {
    const { home, folder, baseplate } = await install(
      `BASE_URL = "https://play.example.org"\n# PORT=none\nMETRICS_KEY='two words'\n`,
    )
    const doctor = await baseplate(['doctor'], { more: { PORT: 'none' } })
    expect(doctor.stdout).toContain('ok       data directory: ')
    expect(doctor.stdout).toContain('https://play.example.org')
    expect(doctor.stdout).not.toContain('FAULT')
    expect(doctor.code).toBe(0)

    expect(await baseplate(['keys'])).toMatchObject({ code: 0, stderr: '' })
    const uid = Number((await run('id', ['-u', user])).stdout)
    expect((await stat(join(home, 'data/keys/economy'))).uid).toBe(uid)

    const name = `two  words 'and "quotes" $HOME`
    const quoted = await baseplate(['ledger', 'stats', '--file', join(folder, name)])
    expect([quoted.code, quoted.stderr]).toEqual([1, expect.stringContaining(name)])

    const own = await baseplate(['config', 'print'], { as: user })
    expect(own.stdout).toContain('https://play.example.org')

    const aside = await baseplate([`BASEPLATE_DATA=${home}/aside`, 'keys'])
    expect(aside).toMatchObject({ code: 0, stderr: '' })
    expect((await stat(join(home, 'aside/keys/economy'))).uid).toBe(uid)
    const ignored = await baseplate(['keys'], { more: { BASEPLATE_DATA: '/tmp/elsewhere' } })
    expect(ignored.stderr).toContain('BASEPLATE_DATA of your shell is ignored')
  },
)

test.skipIf(!isPossible)(
  `refuses other users, a missing user and an unreadable environment (${needs})`,
  async () => {
    const { file, baseplate } = await install('')
    expect(await baseplate(['keys'], { as: 'nobody' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`Run baseplate as root or as the user ${user}`),
    })
    expect(await baseplate(['keys'], { more: { BASEPLATE_USER: 'nobody-at-all' } })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no user nobody-at-all'),
    })
    await chmod(file, 0o600)
    expect(await baseplate(['keys'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The environment of the services cannot be read'),
    })
  },
)

test('runs with the same environment as the systemd units', async () => {
  const text = await readFile(join(root, 'cli/src/as-service.ts'), 'utf8')
  for (const part of ['economy', 'orchestrator', 'site']) {
    const unit = await readFile(join(root, `deploy/systemd/baseplate-${part}.service`), 'utf8')
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    for (const variable of variables) {
      const [name, value] = variable.split('=')
      expect(text).toContain(`${name}: '${value}'`)
    }
  }
})

test('keeps the path to the libraries of its Node.js, and no other variable of the shell', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'environment')
  await writeFile(file, `BASEPLATE_DATA=${folder}/data\nECONOMY_PORT=${await freePort()}\n`)
  const child = spawn(process.execPath, [join(root, 'cli/src/as-service.ts'), 'economy'], {
    env: { LD_LIBRARY_PATH: '/usr/lib/of-nodejs', OTHER: 'x', BASEPLATE_ENVIRONMENT: file },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
  })
  // The command replaces the program of the same process.
  const variables = async () => (await readFile(`/proc/${child.pid}/environ`, 'utf8')).split('\0')
  await expect.poll(variables).toContain('NODE_ENV=production')
  expect(await variables()).toContain('LD_LIBRARY_PATH=/usr/lib/of-nodejs')
  expect(await variables()).not.toContain('OTHER=x')
})

test('runs with a configuration file outside the checkout, which finds its types', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'config.ts')
  const shipped = await readFile(join(root, 'deploy/config.ts'), 'utf8')
  const written = shipped.replace('/opt/baseplate', root)
  await writeFile(file, written)
  const printed = await runToEnd('config', { BASEPLATE_CONFIG: file, BASEPLATE_DATA: join(folder, 'data') }, [
    'print',
  ])
  expect(printed.output).toContain('/var/backups/baseplate')
  expect(printed.output).not.toMatch(/warning/i)

  await writeFile(file, written.replace('Name:', 'Nmae:'))
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--skipLibCheck',
    '--module',
    'nodenext',
  ]
  const checked = run(join(root, 'node_modules/.bin/tsc'), [
    ...options,
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
    file,
  ])
  await expect(checked).rejects.toMatchObject({
    stdout: expect.stringContaining("'Nmae' does not exist in type"),
  })
})
