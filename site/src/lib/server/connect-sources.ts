import { type Config, configSchema } from '@baseplate/platform/foundation/config/schema'

const unset = configSchema.parse({}).Orchestrator

/**
 * Lets pages follow the start of dedicated servers, whose address is configuration, and unknown to the build that writes
 * the rest of the policy. Without an orchestrator the policy names no other origin.
 */
export function allowOrchestrator(
  response: Response,
  config: { Orchestrator: Pick<Config['Orchestrator'], 'Command' | 'PrivateURL' | 'PublicURL'> },
): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy && isConfigured(config.Orchestrator)) {
    const { origin } = new URL(config.Orchestrator.PublicURL)
    response.headers.set('content-security-policy', `${policy}; connect-src 'self' ${origin}`)
  }
  return response
}

/** One on another machine has its command there, and its address here. */
const isConfigured = ({
  Command,
  PrivateURL,
  PublicURL,
}: Parameters<typeof allowOrchestrator>[1]['Orchestrator']) =>
  Command !== undefined || PrivateURL !== unset.PrivateURL || PublicURL !== unset.PublicURL
