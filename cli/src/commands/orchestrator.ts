import { join } from 'node:path'
import { OrchestratorFault, type OrchestratorOptions, runOrchestrator } from '@baseplate/orchestrator/main'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { ConsoleLog } from '@baseplate/service/console-log'
import { addressGroup } from '@baseplate/service/network/address-group'
import type { Running } from '@baseplate/service/serve'
import { privatePortOf } from '../private-port.ts'
import { secretFiles } from '../secret-files.ts'
import { clientAddressBehind, proxiedCheck, trustedProxyCheck } from '../server/client-address.ts'

/** Returns how worlds are stored; undefined: the platform stores none. */
const worldsOf = ({ Orchestrator, Places }: Config): OrchestratorOptions['worlds'] =>
  Orchestrator.Snapshot && Places.Worlds > 0
    ? {
        snapshot: Orchestrator.Snapshot,
        bytesMax: Places.WorldBytes,
        intervalMs: Orchestrator.SnapshotMinutes * 60_000,
      }
    : undefined

/**
 * Runs the dedicated game servers of this machine.
 *
 * @throws CannotStart
 */
export async function runOrchestratorService(config: Config, console: ConsoleLog): Promise<Running> {
  const { Command, Environment, PrivateURL, LogBytes, LogFiles, LogDays, ...limits } = config.Orchestrator
  if (!Command) {
    throw new CannotStart('Orchestrator.Command is not set. Set it to the command that starts a game server.')
  }
  const isTrusted = trustedProxyCheck(config.TrustedProxies)
  const isProxied = proxiedCheck(config, isTrusted)
  const clientAddress = clientAddressBehind(isTrusted)
  await prepareDataDirectory(config)
  if (config.orchestrator.key === undefined) {
    console.log.warn(
      'the orchestrator has no key: every program on this machine may start and end servers (`baseplate keys` makes one)',
    )
  }
  try {
    return await runOrchestrator({
      directory: join(config.dataDirectory, 'orchestrator'),
      command: Command,
      environment: Environment,
      siteUrl: config.baseUrl,
      privatePort: privatePortOf(PrivateURL),
      privateHosts: [new URL(PrivateURL).hostname],
      publicHost: config.orchestrator.host,
      publicPort: config.orchestrator.port,
      key: config.orchestrator.key,
      clientOf: (request) => {
        const forwardedFor = isProxied(request) ? request.headers['x-forwarded-for']?.toString() : undefined
        return addressGroup(clientAddress(request.socket.remoteAddress, forwardedFor))
      },
      isolation: {
        sandbox: config.Orchestrator.Sandbox,
        user: config.Orchestrator.User,
        readable: config.Orchestrator.Readable,
        cpus: config.Orchestrator.Cpus,
        dataDirectory: config.dataDirectory,
        secrets: secretFiles.map((name) => join(config.dataDirectory, name)),
      },
      limits: {
        memoryBytes: limits.MemoryBytes,
        maxServers: limits.MaxServers,
        readyMs: limits.ReadySeconds * 1_000,
        emptyMs: limits.EmptyMinutes * 60_000,
        silentMs: limits.SilentSeconds * 1_000,
        graceMs: limits.GraceSeconds * 1_000,
      },
      worlds: worldsOf(config),
      serverLog: { bytes: LogBytes, files: LogFiles, days: LogDays },
      log: (line, level = 'info') => console.log[level](line),
      droppedLogLines: console.droppedLines,
    })
  } catch (error) {
    if (error instanceof OrchestratorFault) throw new CannotStart(error.message)
    throw error
  }
}
