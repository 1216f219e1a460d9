import type { Observation, Server } from '../driver.ts'
import type { Family } from './family.ts'
import { isPortFree } from './port-probe.ts'
import type { Processes } from './processes.ts'
import type { ServerNote } from './state-file.ts'

/** A server that runs as processes of this machine. */
export interface LocalServer extends Server {
  readonly note: ServerNote
  readonly family: Family
  /** Whether an earlier orchestrator started it, so that the system does not report its end to this one. */
  readonly adopted: boolean
  /** Whether it has bound its port. */
  listens: boolean
  lastObservation: Observation | undefined
  /** Resolves `ended`. */
  noteEnd(how: string): void
}

/** Observes a server. Returns undefined when it has just ended. */
export async function observeServer(
  server: LocalServer,
  processes: Processes,
): Promise<Observation | undefined> {
  if (!server.family.isAlive()) {
    if (server.adopted) server.noteEnd('without a word')
    return undefined
  }
  const pids = server.family.session()
  server.listens ||= processes.areListening(pids, server.port) ?? !(await isPortFree(server.port))
  const memoryBytes = pids.reduce((sum, pid) => sum + processes.residentBytes(pid), 0)
  return { listening: server.listens, memoryBytes }
}
