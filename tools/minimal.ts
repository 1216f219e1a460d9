/**
 * Runs the first commands of the documentation on minimal machines: `npm run test:minimal`. Each machine is a chroot with the
 * smallest Debian, git and the Node.js and npm of this machine. `npm start` of the README runs as a user, and the first commands
 * of docs/operating/install.md and a step of `npm test` as root. Tests the last commit. Needs root on Debian, and takes 15 minutes.
 * `npm run test:minimal -- trixie` tests one release of Debian.
 */
import { execFile, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@baseplate/platform/testing/free-port'
import { debianProgram } from './debian-program.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')

/** Stable releases of Debian that the documentation has to be right about. */
const suites = process.argv.length > 2 ? process.argv.slice(2) : ['bookworm', 'trixie']

const startMs = 300_000

/** The user of `npm start`, who is not root. */
const user = 'player'

const authorities = 'etc/ssl/certs/ca-certificates.crt'

/** Returns the commands of the first blocks of a page. */
async function firstCommands(page: string, blocks: number): Promise<string> {
  const text = await readFile(join(root, page), 'utf8')
  const found = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].slice(0, blocks)
  if (found.length < blocks) throw new Error(`${page} has ${found.length} blocks of commands`)
  return found.map(([, block = '']) => block).join('')
}

/** Builds a machine with git, Node.js and npm, and a clone of this checkout in its folder /srv/repository. */
async function makeMachine(machine: string, suite: string): Promise<void> {
  const mirror = (
    await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
  ).stdout.split('\n')[0]
  const packages = '--include=git,ca-certificates'
  await run('debootstrap', ['--variant=minbase', packages, suite, machine, ...(mirror ? [mirror] : [])], {
    maxBuffer: 2 ** 28,
  })
  // The temporary folder is closed to users.
  await chmod(machine, 0o755)
  await copyNode(machine)
  // The machine may reach the registry of npm through a proxy with a certificate of its own.
  for (const file of ['etc/resolv.conf', 'etc/hosts', authorities])
    await copyFile(join('/', file), join(machine, file))
  await run('chroot', [machine, 'useradd', '--create-home', user])
  for (const home of ['root', `home/${user}`])
    await copyFile(join(homedir(), '.npmrc'), join(machine, home, '.npmrc')).catch(() => {})
  await run('git', ['clone', '--quiet', '--no-hardlinks', root, join(machine, 'srv/repository')])
  await run('mount', ['-t', 'proc', 'proc', join(machine, 'proc')])
  await run('mount', ['--rbind', '--make-rslave', '/dev', join(machine, 'dev')])
}

/** Copies the Node.js and the npm that run this script, which are older than those of the product. */
async function copyNode(machine: string): Promise<void> {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  if (!node || !npm) throw new Error('Run it with npm run test:minimal.')
  const local = join(machine, 'usr/local')
  await copyFile(node, join(local, 'bin/node'))
  await cp(resolve(npm, '../..'), join(local, 'lib/npm'), { recursive: true, dereference: true })
  await writeFile(join(local, 'bin/npm'), '#!/bin/sh\nexec node /usr/local/lib/npm/bin/npm-cli.js "$@"\n', {
    mode: 0o755,
  })
  const { stdout } = await run('ldd', [node])
  const libraries = [...stdout.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path)
  for (const library of libraries) {
    await mkdir(join(machine, dirname(library)), { recursive: true })
    await cp(library, join(machine, library), { dereference: true, force: false })
  }
}

/** Variables that a reader's shell has. */
function environment(extra: Readonly<Record<string, string>>): string[] {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|npm_config_registry)$/i.test(name),
  )
  const all = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    NODE_EXTRA_CA_CERTS: `/${authorities}`,
    ...Object.fromEntries(kept),
    ...extra,
  }
  return Object.entries(all).map(([name, value]) => `${name}=${value}`)
}

function inMachine(
  machine: string,
  commands: string,
  extra: Readonly<Record<string, string>>,
  as: readonly string[] = [],
) {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit']
  const args = [...as, machine, 'env', '-i', ...environment(extra), 'bash', '-euc', commands]
  return spawn('chroot', args, { stdio, detached: true })
}

/** Runs the command of the README as a user, until the first page is there. Returns the seconds that this took. */
async function startAsUser(machine: string): Promise<number> {
  const clone = join(machine, `home/${user}/baseplate`)
  await run('git', ['clone', '--quiet', '--no-hardlinks', join(machine, 'srv/repository'), clone])
  await run('chroot', [machine, 'chown', '--recursive', `${user}:${user}`, `/home/${user}`])
  const port = await freePort()
  const started = Date.now()
  const product = inMachine(
    machine,
    `cd ~/baseplate\n${await firstCommands('README.md', 1)}`,
    { HOME: `/home/${user}`, PORT: `${port}`, ECONOMY_PORT: `${await freePort()}` },
    [`--userspec=${user}:${user}`],
  )
  const ended = once(product, 'close')
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) {
      if (product.exitCode !== null) throw new Error(`npm start ended with ${product.exitCode}`)
      if (Date.now() - started > startMs) throw new Error('npm start shows no page')
      await delay(200)
    }
    return (Date.now() - started) / 1_000
  } finally {
    if (product.exitCode === null && product.pid) process.kill(-product.pid, 'SIGTERM')
    await ended
  }
}

/** Installs the program as root, and lets the doctor look at it. */
async function install(machine: string): Promise<void> {
  const commands = (await firstCommands('docs/operating/install.md', 2)).replace(
    '<the repository>',
    '/srv/repository',
  )
  const [code] = await once(inMachine(machine, commands, { HOME: '/root' }), 'close')
  if (code !== 0) throw new Error(`the commands of docs/operating/install.md ended with ${code}`)
}

/**
 * Runs the step of `npm test` that needs most of the machine and no display, in a folder that is closed to other users, as that of
 * root usually is.
 */
async function test(machine: string): Promise<void> {
  const commands =
    'git clone --quiet /srv/repository ~/baseplate\ncd ~/baseplate\nnpm test -- "unit and integration"'
  await chmod(join(machine, 'root'), 0o700)
  const [code] = await once(inMachine(machine, commands, { HOME: '/root' }), 'close')
  if (code !== 0) throw new Error(`npm test ended with ${code}`)
}

async function check(suite: string): Promise<void> {
  const machine = await mkdtemp(join(tmpdir(), `minimal-${suite}-`))
  try {
    process.stdout.write(`── ${suite}: making the machine\n`)
    await makeMachine(machine, suite)
    process.stdout.write(`── ${suite}: npm start as a user\n`)
    const seconds = await startAsUser(machine)
    process.stdout.write(`── ${suite}: the first page after ${seconds.toFixed(1)} s\n`)
    await install(machine)
    process.stdout.write(`── ${suite}: installed\n`)
    await test(machine)
    process.stdout.write(`── ${suite}: tested\n`)
  } finally {
    for (const mounted of ['proc', 'dev'])
      await run('umount', ['--lazy', '--recursive', join(machine, mounted)]).catch(() => {})
    await run('rm', ['-rf', '--one-file-system', machine])
  }
}

async function main(): Promise<void> {
  const debootstrap = debianProgram({
    paths: ['/usr/sbin/debootstrap'],
    name: 'debootstrap',
    title: 'debootstrap',
  })
  if (process.getuid?.() !== 0 || !debootstrap) {
    process.stdout.write('Minimal machines are not tested: this needs root on Debian, and debootstrap.\n')
    return
  }
  for (const suite of suites) await check(suite)
}

await main()
