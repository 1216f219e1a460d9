import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Maximum number of processes and threads of one server, against fork bombs. */
const tasksMax = 1_024

const cpuPeriodUs = 100_000

export interface ResourceLimits {
  /** Memory of all processes of a server together. */
  memoryBytes: number
  /** Number of processors; undefined: unlimited. */
  cpus?: number | undefined
}

/** Limits the resources of a server. */
export interface Limiter {
  /** Returns the command that runs a server's command within the limits. */
  wrap(run: string, argv: readonly string[]): string[]
  /** Releases the resources of a server that has ended. */
  release(run: string): void
}

/** Creates a systemd scope for each server. With `--scope` the server stays a child of this process, like any other. */
export function systemdScopes({ memoryBytes, cpus }: ResourceLimits, isRoot: boolean): Limiter {
  const properties = [
    `MemoryMax=${memoryBytes}`,
    'MemorySwapMax=0',
    `TasksMax=${tasksMax}`,
    ...(cpus === undefined ? [] : [`CPUQuota=${Math.round(cpus * 100)}%`]),
  ]
  return {
    wrap: (run, argv) => [
      ...['systemd-run', ...(isRoot ? [] : ['--user']), '--scope', '--quiet', '--collect'],
      ...[`--unit=baseplate-server-${run}`, ...properties.flatMap((property) => ['-p', property])],
      '--',
      ...argv,
    ],
    release: () => undefined,
  }
}

/**
 * Creates a control group for each server, below the group that was delegated to the orchestrator. Returns undefined without
 * such a group.
 *
 * A group with processes cannot have limited groups below it, so the orchestrator first moves into a separate group.
 *
 * @param base the folder of the orchestrator's group
 */
export function delegatedGroups({ memoryBytes, cpus }: ResourceLimits, base: string): Limiter | undefined {
  const own = join(base, 'orchestrator')
  const groupOf = (run: string) => join(base, `server-${run}`)
  try {
    const controllers = readFileSync(join(base, 'cgroup.controllers'), 'utf8').trim().split(' ')
    if (!['cpu', 'memory', 'pids'].every((name) => controllers.includes(name))) return undefined
    accessSync(join(base, 'cgroup.subtree_control'), constants.W_OK)
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'cgroup.procs'), String(process.pid))
    writeFileSync(join(base, 'cgroup.subtree_control'), '+cpu +memory +pids')
  } catch {
    return undefined
  }
  return {
    wrap(run, argv) {
      const group = groupOf(run)
      mkdirSync(group, { recursive: true })
      writeFileSync(join(group, 'memory.max'), String(memoryBytes))
      writeFileSync(join(group, 'memory.oom.group'), '1')
      writeFileSync(join(group, 'pids.max'), String(tasksMax))
      if (cpus !== undefined) {
        writeFileSync(join(group, 'cpu.max'), `${Math.round(cpus * cpuPeriodUs)} ${cpuPeriodUs}`)
      }
      // The shell joins the group before it becomes the server, so no process of the server is ever outside.
      return ['sh', '-c', 'echo $$ >"$0" && exec "$@"', join(group, 'cgroup.procs'), ...argv]
    },
    release(run) {
      try {
        rmdirSync(groupOf(run))
      } catch {
        // The server was started when there were no groups.
      }
    },
  }
}

/** Limits the memory of each process by itself. The orchestrator watches their sum. */
export const processLimits = ({ memoryBytes }: ResourceLimits): Limiter => ({
  wrap: (_run, argv) => ['prlimit', `--data=${memoryBytes}`, '--core=0', '--', ...argv],
  release: () => undefined,
})

/** Returns the folder of this process's own group; undefined without cgroup v2. */
export function ownGroup(root = '/sys/fs/cgroup', text = readOwn()): string | undefined {
  const path = /^0::(\/.*)$/m.exec(text)?.[1]
  return path === undefined ? undefined : join(root, path)
}

function readOwn(): string {
  try {
    return readFileSync('/proc/self/cgroup', 'utf8')
  } catch {
    return ''
  }
}
