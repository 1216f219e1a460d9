import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseConfig } from '../../config/load.ts'
import { siteOf } from '../../testing/identity-provider.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { createProviderClient } from './client.ts'

test('names the product to the provider', async () => {
  const agents: unknown[] = []
  const { url } = await startWebServer((request, response, issuer) => {
    agents.push(request.headers['user-agent'])
    const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  })
  const site = siteOf(Number(new URL(url).port))
  const config = parseConfig(site.config, site.environment, '/')
  const [provider] = config.SignIn.Providers
  if (!provider) throw new Error('there is no provider')
  const secrets = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), isProof: false }
  const client = createProviderClient({ config, log: pino({ level: 'silent' }) })
  expect(await client.authorizationUrl(provider, secrets)).toContain('/auth?')
  expect(agents).toEqual(['Baseplate-SignIn'])
})
