import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { OrchestratorFault } from '../fault.ts'

/** The user that game servers run as. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Capabilities needed to start, watch and end processes of another user, with their numbers in linux/capability.h. */
const requiredCapabilities = { CAP_CHOWN: 0, CAP_KILL: 5, CAP_SETGID: 6, CAP_SETUID: 7, CAP_SYS_PTRACE: 19 }

/**
 * Returns the user that game servers run as.
 *
 * @throws OrchestratorFault when the user is unknown or would isolate nothing, or this process lacks capabilities
 */
export function findAccount(name: string): Account {
  const account = readAccount(name)
  if (account.uid === 0) throw new OrchestratorFault('Orchestrator.User: game servers must not run as root.')
  if (account.uid === process.getuid?.()) {
    throw new OrchestratorFault(
      `Orchestrator.User: ${JSON.stringify(name)} is the user that the orchestrator itself runs as. Choose another one.`,
    )
  }
  const missing = missingCapabilities()
  if (missing.length > 0) {
    throw new OrchestratorFault(
      `Orchestrator.User: running game servers as ${JSON.stringify(name)} requires root, or these capabilities: ${missing.join(', ')}.`,
    )
  }
  return account
}

/** Whether the user may enter a folder (`x`) or read a file (`r`). */
export const can = ({ uid, gid }: Account, what: 'r' | 'x', path: string): boolean =>
  spawnSync('test', [`-${what}`, path], { uid, gid, stdio: 'ignore' }).status === 0

function readAccount(name: string): Account {
  try {
    const entry = execFileSync('getent', ['passwd', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, , uid, gid] = entry.split(':').map(Number)
    if (uid !== undefined && gid !== undefined) return { name, uid, gid }
  } catch {
    // `getent` exits with 2 for an unknown name.
  }
  throw new OrchestratorFault(
    `Orchestrator.User: there is no user ${JSON.stringify(name)}. Make one: useradd --system ${name}`,
  )
}

function missingCapabilities(): string[] {
  const [, effective = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  const held = BigInt(`0x${effective}`)
  return Object.entries(requiredCapabilities).flatMap(([name, bit]) =>
    held & (1n << BigInt(bit)) ? [] : [name],
  )
}
