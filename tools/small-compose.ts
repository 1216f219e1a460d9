import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@baseplate/platform/testing/free-port'

const run = promisify(execFile)
const containers = resolve(import.meta.dirname, '../deploy/containers')

/** Name of the project in `podman-compose`, which begins the names of its networks, volumes and containers. */
const project = 'baseplate-test'
const network = `${project}_front`
const answerMs = 120_000
const keeper = 'Keeper'

/** A test machine may refuse limits above its own. */
const limits = ['--podman-run-args', '--ulimit nofile=4096:4096 --ulimit nproc=4096:4096']

/** Layers share their files. The driver `vfs` copies all of them for each layer. */
export const storageDriver = 'overlay'

/** Images of the compose file. */
export const composeImages = { caddy: 'docker.io/library/caddy:2', baseplate: 'localhost/baseplate:0.1.0' }

/**
 * Runs the platform of `compose.small.yaml` with podman: it serves pages through Caddy over TLS, makes a backup as the
 * documentation says, and keeps its data when it is replaced.
 *
 * @param folder an empty folder.
 * @param storage storage of images, with those of `composeImages`.
 */
export async function checkSmallCompose(folder: string, storage: string): Promise<void> {
  const port = await freePort()
  const environment = await prepare(folder, storage, port)
  const podman = (...args: string[]) =>
    run('podman', args, { env: environment, encoding: 'buffer', maxBuffer: 2 ** 28 })
  const compose = (...args: string[]) =>
    run(
      'podman-compose',
      ['--project-name', project, '--file', join(folder, 'compose.small.yaml'), ...limits, ...args],
      { env: environment, cwd: folder },
    )
  const container = `${project}_baseplate_1`
  const inside = async (...args: string[]) =>
    (await podman('exec', container, 'node', 'cli/src/main.mjs', ...args)).stdout
  // podman-compose 1.0.3 ignores the subnet of the file.
  await podman('network', 'create', '--subnet', '172.30.77.0/24', network)
  try {
    await compose('up', '--detach', '--no-build')
    await expectPages(port)
    await podman('healthcheck', 'run', container)
    await inside('user', 'create', '--level', '5', keeper)
    const archive = await inside('backup', '-')
    if (!archive.includes('backup.json')) throw new Error('the backup is no archive')
    await compose('down')
    await compose('up', '--detach', '--no-build')
    await expectPages(port)
    if (!(await inside('user', 'list')).includes(keeper)) throw new Error('the platform has lost its data')
  } finally {
    await compose('down', '--volumes').catch(() => {})
    await podman('network', 'rm', '--force', network).catch(() => {})
  }
}

/** Copies the files of the containers, and returns the environment of podman. */
async function prepare(folder: string, storage: string, port: number): Promise<NodeJS.ProcessEnv> {
  await cp(containers, folder, { recursive: true })
  const file = join(folder, 'compose.small.yaml')
  const published = "ports: ['80:80', '443:443']"
  const source = await readFile(file, 'utf8')
  if (!source.includes(published)) throw new Error(`compose.small.yaml lacks ${published}`)
  await writeFile(file, source.replace(published, `ports: ['127.0.0.1:${port}:443']`))
  await writeFile(join(folder, '.env'), 'DOMAIN=localhost\n')
  await writeFile(
    join(folder, 'storage.conf'),
    `[storage]\ndriver = "${storageDriver}"\ngraphroot = "${storage}"\nrunroot = "${join(folder, 'run')}"\n`,
  )
  await writeFile(join(folder, 'containers.conf'), '[engine]\nruntime = "runc"\n')
  return {
    ...process.env,
    DOMAIN: 'localhost',
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  }
}

/** Waits until Caddy passes requests on, and expects that visitors get pages and no metrics. */
async function expectPages(port: number): Promise<void> {
  const until = Date.now() + answerMs
  while ((await statusOf(port, '/').catch(() => 0)) !== 200) {
    if (Date.now() > until) throw new Error('the platform does not answer through Caddy')
    await sleep(500)
  }
  for (const [path, expected] of [
    ['/games', 200],
    ['/login', 200],
    ['/metrics', 404],
  ] as const) {
    const status = await statusOf(port, path)
    if (status !== expected) throw new Error(`${path} has status ${status}`)
  }
}

/** Requests a page as a browser does that has opened the platform's address. The certificate is Caddy's own. */
const statusOf = (port: number, path: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const headers = { host: 'localhost' }
    request({ host: '127.0.0.1', port, path, headers, servername: 'localhost', rejectUnauthorized: false })
      .once('response', (response) => {
        response.resume()
        done(response.statusCode)
      })
      .once('error', fail)
      .end()
  })
