import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { defaultPrivateUrl } from '../config.ts'
import type { Orchestrator } from './client.ts'
import { dedicatedPort } from './rules.ts'

const retrySeconds = 10

interface Locating {
  orchestrator: Orchestrator
  config: Pick<Config, 'Orchestrator'>
}

/**
 * Returns the port at which players join a place's dedicated server: docs/reference/client-protocol.md#server-port.
 *
 * @throws Refused `late` while the port is not known, or another place's server has it.
 */
export async function joinPortOf(platform: Locating, placeId: number): Promise<number> {
  const port = await platform.orchestrator.portOf(placeId)
  if (typeof port === 'number') return port
  const usual = dedicatedPort(placeId)
  const isSafe = port === null ? await isFree(platform.orchestrator, usual) : !usesOrchestrator(platform)
  if (!isSafe) throw new Refused('servers.starting_slowly').retryIn(retrySeconds)
  return usual
}

/** Whether no server of the orchestrator has a port. Returns false if the orchestrator does not say. */
async function isFree(orchestrator: Orchestrator, port: number): Promise<boolean> {
  const known = await orchestrator.servers().catch(() => undefined)
  return known?.servers.every((server) => server.port !== port) ?? false
}

/** Without an orchestrator, servers are started by hand, each on its place's own port. */
const usesOrchestrator = ({ orchestrator, config: { Orchestrator } }: Locating): boolean =>
  Orchestrator.Command !== undefined ||
  Orchestrator.PrivateURL !== defaultPrivateUrl ||
  orchestrator.lastServers !== undefined
