import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { findProgram } from '../command.ts'
import { OrchestratorFault } from '../fault.ts'
import type { Log } from '../log.ts'
import { type Account, can, findAccount } from './account.ts'
import {
  delegatedGroups,
  type Limiter,
  ownGroup,
  processLimits,
  type ResourceLimits,
  systemdScopes,
} from './limits.ts'
import { bwrapArguments, type Sandboxed } from './sandbox.ts'

export interface IsolationOptions extends ResourceLimits {
  sandbox: 'none' | 'bwrap' | 'systemd-run'
  /** The user that game servers run as; by default that of this process. */
  user?: string | undefined
  /** Files and folders that servers in a sandbox may read, besides those of the system. */
  readable: readonly string[]
  /** The platform's own folder, which is hidden from every sandbox. */
  dataDirectory: string
  /** Files below it that no game server may read. */
  secrets: readonly string[]
}

/** Isolates game servers from the platform and from each other. */
export interface Isolation {
  /** The user that processes are started as; undefined when they keep this process's user or the sandbox changes it. */
  spawnAs: Pick<Account, 'uid' | 'gid'> | undefined
  /** Whether servers have their own `/tmp`. */
  hasOwnTmp: boolean
  /** Returns the command that runs a server's command in isolation. */
  wrap(run: string, server: Sandboxed): string[]
  /** Gives a file or folder to the servers' user. */
  own(path: string): void
  /** Releases the resources of a server that has ended. */
  release(run: string): void
}

/**
 * Opens the isolation that the operator configured.
 *
 * @param folder the parent of servers' working directories, which servers must be able to enter
 * @throws OrchestratorFault with the missing requirement
 */
export function openIsolation(options: IsolationOptions, folder: string, log: Log): Isolation {
  const { sandbox, user, readable, dataDirectory } = options
  const account = user === undefined ? undefined : findAccount(user)
  const own = (path: string) => {
    if (account) chownSync(path, account.uid, account.gid)
  }
  if (sandbox === 'none') {
    if (account) checkReach(account, folder, options.secrets)
    const spawnAs = account && { uid: account.uid, gid: account.gid }
    return { spawnAs, hasOwnTmp: false, wrap: (_run, { argv }) => [...argv], own, release: () => undefined }
  }
  for (const path of readable) {
    if (isWithin(dataDirectory, path) || isWithin(path, dataDirectory)) {
      throw new OrchestratorFault(
        `Orchestrator.Readable: ${path} would show game servers the data directory ${dataDirectory}.`,
      )
    }
  }
  const bwrap = needProgram('bwrap', 'bubblewrap')
  const trial = { argv: ['/bin/true'], work: folder, access: '/nowhere' }
  const limiter = openLimiter(options, log)
  const wrap: Isolation['wrap'] = (run, server) =>
    limiter.wrap(run, [bwrap, ...bwrapArguments(server, readable, account)])
  tryOut(wrap('trial', trial))
  limiter.release('trial')
  return { spawnAs: undefined, hasOwnTmp: true, wrap, own, release: limiter.release }
}

function openLimiter(options: IsolationOptions, log: Log): Limiter {
  if (options.sandbox === 'systemd-run') {
    needProgram('systemd-run', 'systemd')
    return systemdScopes(options, process.getuid?.() === 0)
  }
  const group = ownGroup()
  const groups = group === undefined ? undefined : delegatedGroups(options, group)
  if (groups) return groups
  needProgram('prlimit', 'util-linux')
  log(
    'no control group is delegated to the orchestrator: memory is limited for each process of a game server, and Orchestrator.Cpus is without effect',
    'warn',
  )
  return processLimits(options)
}

function needProgram(name: string, debianPackage: string): string {
  const found = findProgram(name)
  if (found) return found
  throw new OrchestratorFault(
    `Orchestrator.Sandbox: there is no program ${JSON.stringify(name)}. Install it: apt install ${debianPackage}`,
  )
}

/** Runs a trial. If the system refuses the sandbox, the orchestrator fails to start instead of each game server. */
function tryOut([program = '', ...args]: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 10_000 })
  if (status === 0) return
  const why = error?.message ?? stderr.trim()
  throw new OrchestratorFault(`Orchestrator.Sandbox: the system does not allow it: ${why}`)
}

/** Checks the modes of files. Without a sandbox, nothing else protects them from another user. */
function checkReach(account: Account, folder: string, secrets: readonly string[]): void {
  if (!can(account, 'x', folder)) {
    throw new OrchestratorFault(
      `Orchestrator.User: ${JSON.stringify(account.name)} cannot enter ${folder}. Open the folders above it (chmod o+x), or use Orchestrator.Sandbox.`,
    )
  }
  const open = secrets.find((path) => can(account, 'r', path))
  if (open === undefined) return
  throw new OrchestratorFault(
    `Orchestrator.User: ${JSON.stringify(account.name)} can read ${open}. Close it: chmod go-rwx ${open}`,
  )
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
