import { Refused } from '@baseplate/platform/foundation/errors'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { withProviderProblem } from './providers.ts'

function begin(accept: string) {
  const locals = { actor: null } as App.Locals
  const event = {
    locals,
    params: { provider: 'example' },
    request: new Request('http://localhost/login/example', { headers: { accept } }),
  } as unknown as RequestEvent
  const limited = withProviderProblem(event, async () => {
    throw new Refused('accounts.too_many_attempts_from_network').retryIn(321)
  })
  return { limited, locals }
}

test('a browser beyond the limit is led to the page that says so, with the time of a retry', async () => {
  const { limited, locals } = begin('text/html')
  await expect(limited).rejects.toMatchObject({
    status: 302,
    location: '/login?problem=accounts.too_many_attempts_from_network&provider=example',
  })
  expect(locals.retryAfter).toBe(321)
})

test('a program beyond the limit gets the refusal itself', async () => {
  await expect(begin('application/json').limited).rejects.toMatchObject({
    reason: 'limited',
    problem: { code: 'accounts.too_many_attempts_from_network' },
    retryAfter: 321,
  })
})
