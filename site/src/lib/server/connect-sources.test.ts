import { configSchema } from '@baseplate/platform/config/schema'
import { expect, test } from 'vitest'
import { allowOrchestrator } from './connect-sources.ts'

const policyWith = (Orchestrator: object) => {
  const page = new Response('', { headers: { 'content-security-policy': "default-src 'self'" } })
  const config = configSchema.parse({ Orchestrator })
  return allowOrchestrator(page, config).headers.get('content-security-policy')
}

test('names no other origin without an orchestrator', () => {
  expect(policyWith({})).toBe("default-src 'self'")
})

test.each([
  [{ Command: ['server'] }, 'http://localhost:64991'],
  [{ PrivateURL: 'http://10.0.0.2:64990' }, 'http://localhost:64991'],
  [{ PublicURL: 'https://servers.example.org/games' }, 'https://servers.example.org'],
])('names the origin of an orchestrator configured by %j', (configured, origin) => {
  expect(policyWith(configured)).toBe(`default-src 'self'; connect-src 'self' ${origin}`)
})
