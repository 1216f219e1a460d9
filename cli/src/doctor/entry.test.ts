import type { Config } from '@baseplate/platform/foundation/config/schema'
import { rememberLoginAddress } from '@baseplate/platform/sign-in/sessions/login-addresses'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, test } from 'vitest'
import { configured } from '../testing/doctor.ts'
import { checkClientAddresses, checkFirstAccount } from './entry.ts'

const open = { BASE_URL: 'https://play.example' }

test('reports a public platform without a first account', async () => {
  const platform = await openTestPlatform('SQLite', {}, open)
  expect(await checkFirstAccount(platform.config)).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('baseplate setup-link'),
  })
  expect(await checkFirstAccount({ ...platform.config, baseUrl: 'http://localhost:3000' })).toMatchObject({
    verdict: 'ok',
  })
  await registerPerson(platform, 'Founder')
  expect(await checkFirstAccount(platform.config)).toEqual({ verdict: 'ok', summary: 'exists' })
})

test('reports a public platform whose accounts all sign in from one loopback address', async () => {
  const platform = await openTestPlatform('SQLite', {}, open)
  const now = platform.now()
  for (const name of ['one', 'two', 'three', 'four', 'five']) await registerPerson(platform, `user_${name}`)
  const check = (config: Config = platform.config) => checkClientAddresses(config, now)
  expect(await check()).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('TrustedProxies'),
  })
  expect(await check({ ...platform.config, baseUrl: 'http://localhost:3000' })).toMatchObject({
    verdict: 'ok',
  })
  const { id } = await registerPerson(platform, 'Guest')
  await rememberLoginAddress(platform.db, id, '203.0.113.9', now)
  expect(await check()).toMatchObject({ verdict: 'ok' })
})

test('reports game servers that could claim the addresses of clients', async () => {
  const written = { TrustedProxies: ['127.0.0.1'], Orchestrator: { Command: ['/opt/game/server'] } }
  const check = (environment: Record<string, string>) =>
    checkClientAddresses(configured(written, environment), 0)
  expect(await check(open)).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('PROXY_KEY'),
  })
  expect(await check({ ...open, PROXY_KEY: 'a key of the proxy' })).toMatchObject({ verdict: 'ok' })
})
