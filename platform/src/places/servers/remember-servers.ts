import type { Config } from '../../foundation/config/schema.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'

/**
 * Lists the servers, so that this process knows their last ports and states while the orchestrator cannot be asked. Otherwise it
 * would know only the servers that its own users have asked about.
 */
export async function rememberServers({
  config,
  orchestrator,
}: {
  config: Pick<Config, 'Gameservers'>
  orchestrator: Orchestrator
}): Promise<void> {
  if (config.Gameservers.Hosting === 'Selfhosted') return
  try {
    await orchestrator.servers()
  } catch (error) {
    // The job that reports presence logs it.
    if (!(error instanceof OrchestratorFailure)) throw error
  }
}
