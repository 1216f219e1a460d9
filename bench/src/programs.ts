import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromiumPath } from '../../tools/chromium.ts'
import { debianProgram } from '../../tools/debian-program.ts'

/** Programs that scenarios start beside Node.js. */
export type Program = 'wrk' | 'openssl' | 'chromium' | 'postgresql' | 'minetest'

const onPath = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name))

const debian = (name: string, title: string, paths = onPath(name)) =>
  debianProgram({ paths, name, title }) !== undefined

/** Finds each program, or installs it on Debian for root. Returns whether it is there. */
const finders: Record<Program, () => boolean> = {
  wrk: () => debian('wrk', 'wrk, which sends load,'),
  openssl: () => debian('openssl', 'OpenSSL, the peer of signatures,'),
  chromium: hasChromium,
  minetest: () =>
    debian('minetest-server', 'Minetest, whose servers are measured,', ['/usr/lib/minetest/minetestserver']),
  // Three servers that replicate run as users of their own, which only root can start.
  postgresql: () =>
    process.getuid?.() === 0 &&
    debian('postgresql', 'PostgreSQL', globSync('/usr/lib/postgresql/*/bin/pg_basebackup')),
}

const advice: Record<Program, string> = {
  wrk: 'install wrk (apt-get install wrk)',
  openssl: 'install OpenSSL (apt-get install openssl)',
  chromium: 'install Chromium (apt-get install chromium-headless-shell), or set CHROMIUM to its path',
  minetest: 'install Minetest (apt-get install minetest-server)',
  postgresql: 'run it as root on Debian with PostgreSQL (apt-get install postgresql)',
}

function hasChromium(): boolean {
  try {
    return existsSync(chromiumPath())
  } catch {
    return false
  }
}

/** Returns those of the programs that are missing and cannot be installed here. */
export const missingOf = (needed: readonly Program[]): Program[] =>
  needed.filter((program) => !finders[program]())

/** Returns the sentence that names a scenario which is left out, and how to get its programs. */
export const leftOut = (scenario: string, missing: readonly Program[]): string =>
  `${scenario} is left out: ${missing.map((program) => advice[program]).join(', and ')}.`
