import type { Platform } from '@baseplate/platform/platform'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { createToken } from '@baseplate/platform/sign-in/tokens/manage-tokens'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { actWithToken } from './access-tokens.ts'

async function start(config: Parameters<typeof openTestPlatform>[1]) {
  const platform = await openTestPlatform('SQLite', config)
  const administrator = await registerPerson(platform, 'Founder')
  const made = { name: 'Test', scopes: 'read', expires: '1' }
  const session = await createSession(platform.db, administrator.id, device, platform.now())
  const { token } = await createToken(platform, administrator, made, { sessionToken: session })
  const locals = { platform: platform as Platform } as App.Locals
  const event = {
    locals,
    route: { id: '/home' },
    request: new Request('http://localhost/home'),
    url: new URL('http://localhost/home'),
    isDataRequest: false,
    isSubRequest: false,
  } as unknown as RequestEvent
  const ask = async () => {
    const response = await actWithToken(
      event,
      { token, accessOf: async () => 'read' },
      async () => new Response('{}'),
    )
    return { response, body: (await response.json()) as { code?: string } }
  }
  return { locals, ask }
}

test('refuses tokens of staff who lack the second factor that the operator requires', async () => {
  const { locals, ask } = await start({ Security: { RequireSecondFactor: 4 } })
  const { response, body } = await ask()
  expect([response.status, body.code]).toEqual([403, 'accounts.second_factor_setup_required'])
  expect(locals.actor).toBeUndefined()
})

test('refuses requests beyond the quota of a token, and says when to retry', async () => {
  const { locals, ask } = await start({ Limits: { TokenRequestsPerMinute: 20 } })
  const statuses: number[] = []
  for (let turn = 0; turn < 20; turn++) statuses.push((await ask()).response.status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { response, body } = await ask()
  expect([response.status, body.code]).toEqual([429, 'limits.token_requests'])
  expect(locals.retryAfter).toBeGreaterThan(0)
})
