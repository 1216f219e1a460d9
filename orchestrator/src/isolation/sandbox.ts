import { dirname } from 'node:path'
import type { Account } from './account.ts'

/**
 * Parts of the system that programs need. `/etc` also contains secrets of other services, so only some of its files are listed.
 * `/opt` and `/srv` may contain the platform itself.
 */
const systemPaths = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
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
  /** The working directory, the only folder besides its own `/tmp` that the server may write. */
  work: string
  /** The folder of the files with its secrets. */
  access: string
}

/**
 * Returns the arguments of bubblewrap that give a server its own mounts and process ids. Paths are the same inside.
 *
 * The server stays a child of this process in its own session. Without `--die-with-parent` it outlives a crash of the
 * orchestrator.
 *
 * @param readable paths that the operator lets servers read
 */
export function bwrapArguments(
  { argv, work, access }: Sandboxed,
  readable: readonly string[],
  account: Account | undefined,
): string[] {
  const [program = ''] = argv
  const visible = [...systemPaths, ...readable, program]
  return [
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    // Only its own user could enter the folders that bubblewrap creates by itself.
    ...foldersAbove([...visible, work, access]).flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...visible.flatMap((path) => ['--ro-bind-try', path, path]),
    '--bind',
    work,
    work,
    '--ro-bind-try',
    access,
    access,
    '--remount-ro',
    '/',
    '--chdir',
    work,
    // The user changes inside the sandbox, where the modes of parent folders do not matter.
    ...(account ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'] : ['--unshare-user']),
    '--',
    ...(account ? setprivCommand(account) : []),
    ...argv,
  ]
}

/** Returns the parent folders of these paths, outermost first. */
function foldersAbove(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '/' && folder !== '/tmp'; folder = dirname(folder))
      folders.add(folder)
  }
  return [...folders].sort()
}

/** Returns the start of a command line that switches to the user for good: no program can regain the dropped privileges. */
function setprivCommand({ uid, gid }: Account): string[] {
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  return ['setpriv', ...ids, '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs', '--']
}
