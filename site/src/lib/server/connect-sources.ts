import { configSchema } from '@baseplate/platform/config/schema'
import type { Platform } from '@baseplate/platform/platform'

const unset = configSchema.parse({}).Orchestrator

/**
 * Adds the orchestrator's origin to the Content-Security-Policy, so that pages can follow the start of dedicated servers.
 * The build writes the rest of the policy and does not know the configured origin.
 */
export function allowOrchestrator(
  response: Response,
  config: { Orchestrator: Pick<Platform['config']['Orchestrator'], 'Command' | 'PrivateURL' | 'PublicURL'> },
): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy && isConfigured(config.Orchestrator)) {
    const { origin } = new URL(config.Orchestrator.PublicURL)
    response.headers.set('content-security-policy', `${policy}; connect-src 'self' ${origin}`)
  }
  return response
}

/** An orchestrator on another machine has no command here, but a URL. */
const isConfigured = ({
  Command,
  PrivateURL,
  PublicURL,
}: Parameters<typeof allowOrchestrator>[1]['Orchestrator']) =>
  Command !== undefined || PrivateURL !== unset.PrivateURL || PublicURL !== unset.PublicURL
