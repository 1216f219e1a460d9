import type { Config } from '@baseplate/platform/foundation/config/schema'

/**
 * Lets pages follow the start of dedicated servers, whose address is configuration, and unknown to the build that writes
 * the rest of the policy.
 */
export function allowOrchestrator(response: Response, config: Pick<Config, 'Orchestrator'>): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy) {
    const { origin } = new URL(config.Orchestrator.PublicURL)
    response.headers.set('content-security-policy', `${policy}; connect-src 'self' ${origin}`)
  }
  return response
}
