import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

interface DebianProgram {
  /** Paths where it may be. */
  paths: readonly (string | undefined)[]
  /** The Debian package that contains it. */
  name: string
  title: string
  /** Further packages that are installed with it. */
  with?: readonly string[]
}

/** Whether this process has updated the lists of packages, which takes longer than most installations. */
let areListsUpdated = false

/** Finds a program that tests or benchmarks need. On Debian, root gets it installed. Returns undefined when it is missing. */
export function debianProgram({ paths, name, title, with: others = [] }: DebianProgram): string | undefined {
  const find = () => paths.find((path) => path && existsSync(path))
  const found = find()
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  process.stdout.write(`Installing ${title} …\n`)
  if (!areListsUpdated) aptGet('update')
  areListsUpdated = true
  aptGet('install', '--yes', '--no-install-recommends', name, ...others)
  return find()
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['--quiet', '--quiet', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
