/**
 * Builds the image of `deploy/containers/` without a registry, and runs its start command as the image's user with a read-only
 * root, then the small compose file with podman: `npm run test:image`. The base image is made of Debian's packages and the
 * Node.js of the checkout. Needs root on Debian, and takes several minutes.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@baseplate/platform/testing/free-port'
import { debianProgram } from './debian-program.ts'
import { checkSmallCompose, composeImages, storageDriver } from './small-compose.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const baseImage = 'localhost/baseplate-node'
const image = 'localhost/baseplate-test'
const startMs = 120_000

/** User and group of the image. */
const owner = 1000

async function buildah(storage: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  const place = ['--root', storage, '--storage-driver', storageDriver]
  const { stdout } = await run('buildah', [...place, ...args], { env, maxBuffer: 2 ** 28 })
  return stdout.trim()
}

/** Makes a base image like the official one of Node.js: Debian, `node`, `npm` and the user `node`. */
async function makeBase(folder: string, storage: string): Promise<void> {
  const tree = join(folder, 'debian')
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates,libatomic1,libstdc++6',
    'bookworm',
    tree,
  ])
  const local = join(tree, 'usr/local')
  await cp(process.execPath, join(local, 'bin/node'))
  const { stdout: npm } = await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])
  await cp(resolve(npm.trim(), '../..'), join(local, 'lib/node_modules/npm'), { recursive: true })
  await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')])
  await run('chroot', [tree, 'useradd', '--uid', String(owner), '--create-home', 'node'])
  // The machine may reach the registry of npm through a proxy with a certificate of its own.
  const authorities = 'etc/ssl/certs/ca-certificates.crt'
  await cp(join('/', authorities), join(tree, authorities))
  const container = await buildah(storage, 'from', 'scratch')
  await buildah(storage, 'copy', '--quiet', container, tree, '/')
  await buildah(storage, 'config', '--env', `NODE_EXTRA_CA_CERTS=/${authorities}`, container)
  await buildah(storage, 'commit', '--quiet', '--rm', container, baseImage)
}

const buildImage = (storage: string) =>
  buildah(
    storage,
    'build',
    '--pull=never',
    '--format=docker',
    ...['--build-arg', `NODE_IMAGE=${baseImage}`],
    ...['--file', join(root, 'deploy/containers/Containerfile')],
    ...['--tag', image],
    root,
  )

/** Makes an image of Caddy like the official one, of Debian's program. */
async function makeCaddy(storage: string): Promise<void> {
  const container = await buildah(storage, 'from', '--pull=never', baseImage)
  await buildah(storage, 'copy', '--quiet', container, '/usr/bin/caddy', '/usr/bin/caddy')
  const start = ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile']
  const folders = ['--env', 'XDG_DATA_HOME=/data', '--env', 'XDG_CONFIG_HOME=/config']
  await buildah(storage, 'config', ...folders, '--cmd', JSON.stringify(start), container)
  await buildah(storage, 'commit', '--quiet', '--rm', container, composeImages.caddy)
}

interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

async function inspect(storage: string): Promise<ImageConfig> {
  const config = JSON.parse(await buildah(storage, 'inspect', '--type', 'image', image)) as {
    Docker: { config: ImageConfig }
  }
  return config.Docker.config
}

/** Runs commands of the image in its root, which is read-only except for the volume and `/tmp`. */
async function mountImage(folder: string, storage: string) {
  const { User, Env, Entrypoint, Cmd, WorkingDir, Healthcheck } = await inspect(storage)
  if (User !== `${owner}:${owner}`) throw new Error(`the image runs as ${User}`)
  const container = await buildah(storage, 'from', image)
  const tree = await buildah(storage, 'mount', container)
  const volume = join(folder, 'volume')
  await mkdir(volume)
  await run('chown', [User, volume])
  const mounts = [
    'mount --bind "$1" "$1"',
    'mount --bind "$2" "$1/var/lib/baseplate"',
    'mount -t tmpfs tmpfs "$1/tmp"',
    'mount -t proc proc "$1/proc"',
    'mount --bind /dev "$1/dev"',
    'mount -o remount,ro,bind "$1"',
    'tree=$1; shift 2; exec chroot --userspec="$0" "$tree" "$@"',
  ].join(' && ')
  const start = (command: readonly string[], environment: readonly string[]) => {
    const inside = ['/usr/bin/env', '-i', '-C', WorkingDir, ...Env, ...environment, ...command]
    const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', mounts, User, tree, volume]
    return spawn('unshare', [...args, ...inside], { stdio: ['ignore', 'inherit', 'inherit'] })
  }
  const [, ...healthy] = Healthcheck.Test
  return { start, volume, command: [...Entrypoint, ...Cmd], healthy }
}

const codeOf = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((done) => child.once('close', done))

async function check(folder: string, storage: string): Promise<void> {
  const { start, volume, command, healthy } = await mountImage(folder, storage)
  const port = await freePort()
  // Another platform's orchestrator may run on this machine.
  const orchestrator = JSON.stringify({ PrivateURL: `http://127.0.0.1:${await freePort()}` })
  await writeFile(join(volume, 'config.mjs'), `export default { Orchestrator: ${orchestrator} }\n`)
  const environment = [
    `PORT=${port}`,
    `ECONOMY_PORT=${await freePort()}`,
    'BASEPLATE_CONFIG=/var/lib/baseplate/config.mjs',
  ]
  const product = start(command, environment)
  const ended = codeOf(product)
  const until = Date.now() + startMs
  while ((await codeOf(start(healthy, environment))) !== 0) {
    if (product.exitCode !== null || Date.now() > until)
      throw new Error('the product does not become healthy')
  }
  for (const path of ['/', '/games', '/login']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    if (status !== 200) throw new Error(`${path} has status ${status}`)
  }
  if ((await codeOf(start(['touch', '/opt/baseplate/probe'], []))) === 0)
    throw new Error('the root can be written')
  if ((await codeOf(start(['touch', '/var/lib/baseplate/probe'], []))) !== 0)
    throw new Error('the volume cannot be written')
  const status = await readFile(`/proc/${await childOf(product.pid ?? 0)}/status`, 'utf8')
  if (!new RegExp(`^Uid:\\t${owner}\\t${owner}\\t`, 'm').test(status))
    throw new Error('it runs as another user')
  process.kill(await childOf(product.pid ?? 0), 'SIGTERM')
  const code = await ended
  if (code !== 0) throw new Error(`the product ended with ${code}`)
  // The doctor also loads native modules, and draws a picture.
  if ((await codeOf(start(['node', 'cli/src/main.mjs', 'doctor'], environment))) !== 0)
    throw new Error('the doctor found a fault')
}

/** Returns the process that `unshare` has forked. */
async function childOf(pid: number): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

async function main(): Promise<void> {
  const podman = ['podman', 'runc', 'netavark', 'aardvark-dns', 'catatonit', 'iptables']
  const programs = Object.entries({ debootstrap: [], buildah: [], caddy: [], 'podman-compose': podman }).map(
    ([name, others]) =>
      debianProgram({
        paths: [`/usr/sbin/${name}`, `/usr/bin/${name}`],
        name,
        title: name,
        with: others,
      }),
  )
  if (process.getuid?.() !== 0 || programs.includes(undefined)) {
    process.stdout.write(
      'The image is not tested: it needs root on Debian, debootstrap, buildah, podman-compose and Caddy.\n',
    )
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-image-'))
  const storage = join(folder, 'storage')
  const started = Date.now()
  const step = (what: string) =>
    process.stdout.write(`${Math.round((Date.now() - started) / 1_000)} s: ${what}\n`)
  try {
    step('making the base image')
    await makeBase(folder, storage)
    step('building the image')
    await buildImage(storage)
    step('running the image')
    await check(folder, storage)
    step('running the small compose file')
    await makeCaddy(storage)
    await buildah(storage, 'tag', image, composeImages.baseplate)
    const files = join(folder, 'compose')
    await mkdir(files)
    await checkSmallCompose(files, storage)
    step('the image is fine')
  } finally {
    await buildah(storage, 'umount', '--all').catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
