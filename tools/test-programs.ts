import { globSync } from 'node:fs'
import { debianProgram } from './debian-program.ts'

/**
 * Installs a library of Node.js for the whole machine. A checkout can have its own (runtime.mjs), but tests also start programs with
 * few variables, which do not find that.
 */
export function installLibraries(): void {
  debianProgram({
    paths: globSync('/usr/lib/*/libatomic.so.1'),
    name: 'libatomic1',
    title: 'a library of Node.js',
  })
}

/** Returns variables of the programs that many tests use. Tests of poolers, sandboxes and engines are skipped without them. */
export function programs(): Record<string, string> {
  debianProgram({ paths: ['/usr/bin/ps'], name: 'procps', title: 'ps' })
  debianProgram({ paths: ['/usr/bin/bwrap'], name: 'bubblewrap', title: 'bubblewrap' })
  debianProgram(engineServer)
  const path = pgBouncer()
  return path ? { PGBOUNCER: path } : {}
}

/** The server of the engine Minetest. Its tests are skipped without it. */
const engineServer = {
  paths: ['/usr/lib/minetest/minetestserver'],
  name: 'minetest-server',
  title: 'the server of Minetest',
}

/** Whether the programs that all tests on several sites need are installed. */
export const hasClusterPrograms = (): boolean => haproxy() !== undefined && pgBouncer() !== undefined

/**
 * Installs the servers that some of the tests on several sites need. Those tests are skipped without them.
 *
 * @param isComplete whether the tests of `npm run faults` run
 */
export function installClusterPrograms(isComplete: boolean): void {
  installSwift()
  installPostgres()
  if (!isComplete) return
  installCeph()
  installPatroni()
}

/** Installs the engine's client, a screen for it, and a keyboard. Returns whether they and the server are there. */
export function hasEngineClients(): boolean {
  const needed = [
    engineServer,
    { paths: ['/usr/games/minetest'], name: 'minetest', title: 'Minetest' },
    { paths: ['/usr/bin/Xvfb'], name: 'xvfb', title: 'Xvfb' },
    { paths: ['/usr/bin/xdotool'], name: 'xdotool', title: 'xdotool' },
  ]
  return needed.map(debianProgram).every((path) => path !== undefined)
}

function haproxy(): string | undefined {
  return debianProgram({
    paths: [process.env.HAPROXY, '/usr/sbin/haproxy'],
    name: 'haproxy',
    title: 'HAProxy',
  })
}

function pgBouncer(): string | undefined {
  return debianProgram({
    paths: [process.env.PGBOUNCER, '/usr/sbin/pgbouncer'],
    name: 'pgbouncer',
    title: 'PgBouncer',
  })
}

/** Servers that replicate need more programs than the PostgreSQL of the other tests has. */
function installPostgres(): void {
  debianProgram({
    paths: globSync('/usr/lib/postgresql/*/bin/pg_basebackup'),
    name: 'postgresql',
    title: 'PostgreSQL',
  })
}

/** The test of a ledger on Patroni is skipped without it. */
function installPatroni(): void {
  const etcd = debianProgram({ paths: ['/usr/bin/etcd'], name: 'etcd-server', title: 'etcd' })
  const patroni = debianProgram({ paths: ['/usr/bin/patroni'], name: 'patroni', title: 'Patroni' })
  if (etcd && patroni) return
  process.stdout.write(
    'The test of a ledger on Patroni is skipped: install Patroni and etcd (apt-get install patroni etcd-server).\n',
  )
}

function installSwift(): void {
  if (process.env.TEST_S3_URL) return
  debianProgram({
    paths: ['/usr/bin/swift-proxy-server'],
    name: 'swift-proxy',
    with: ['swift-account', 'swift-container', 'swift-object'],
    title: 'OpenStack Swift, an object store,',
  })
}

function installCeph(): void {
  if (process.env.TEST_S3_URL) return
  debianProgram({
    paths: ['/usr/bin/radosgw'],
    name: 'radosgw',
    with: ['ceph-mon', 'ceph-osd', 'ceph-common'],
    title: 'Ceph, another object store,',
  })
}
