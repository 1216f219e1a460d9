import { dirname } from 'node:path'
import type { Account } from './account.ts'

/**
 * What every program needs of the system. Not all of `/etc`, which has secrets of other services, and neither `/opt` nor
 * `/srv`, where the platform itself may be.
 */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...[
    'alternatives',
    'ca-certificates',
    'fonts',
    'group',
    'hosts',
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
  ].map(inEtc),
  ...['localtime', 'nsswitch.conf', 'passwd', 'pki', 'resolv.conf', 'ssl'].map(inEtc),
]

function inEtc(name: string): string {
  return `/etc/${name}`
}

export interface Sandboxed {
  /** Program and arguments. */
  argv: readonly string[]
  /** The server's working directory, the one folder that it may write beside its own `/tmp`. */
  work: string
  /** The folder with the files that it was handed. */
  access: string
}

/**
 * The command that runs a server in mounts and with process ids of its own, by bubblewrap. Paths are the same inside.
 *
 * It stays in our session and is not tied to our life: a server outlives a crash of the orchestrator.
 *
 * @param readable what the operator lets servers read.
 */
export function bwrapArguments(
  { argv, work, access }: Sandboxed,
  readable: readonly string[],
  account: Account | undefined,
): string[] {
  const [program = ''] = argv
  const visible = [...SYSTEM, ...readable, program]
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp'],
    // Made for everyone to pass: bubblewrap's own would be for its user alone.
    ...foldersAbove([...visible, work, access]).flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...visible.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', work, work, '--ro-bind-try', access, access, '--remount-ro', '/', '--chdir', work],
    // Another user's id is taken inside, where the way to the folders is open whatever the modes of those above them.
    ...(account ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'] : ['--unshare-user']),
    '--',
    ...(account ? becoming(account) : []),
    ...argv,
  ]
}

/** The folders above these paths, outermost first. */
function foldersAbove(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '/' && folder !== '/tmp'; folder = dirname(folder))
      folders.add(folder)
  }
  return [...folders].sort()
}

/** Becomes the user, for good: no program can win back what is given up here. */
function becoming({ uid, gid }: Account): string[] {
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  return ['setpriv', ...ids, '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs', '--']
}
