import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { outcomeOf } from './form.ts'

test('an action that fails after a change does not say that nothing has changed', async () => {
  const locals = { platform: { log: { warn: () => {} } } } as unknown as App.Locals
  const event = {
    locals,
    request: new Request('http://localhost/notifications', { method: 'POST' }),
    route: { id: '/notifications' },
  } as unknown as RequestEvent
  const act = (change: () => void) =>
    outcomeOf(event, 'accept', {}, async () => {
      change()
      throw new DatabaseUnavailable('the connection was cut')
    })
  const refusal = (code: string) => ({ status: 503, data: { refusal: { code } } })
  expect(await act(() => {})).toMatchObject(refusal('site.database_unavailable'))
  const failed = await act(() => {
    locals.hasActed = true
  })
  expect(failed).toMatchObject({ data: { refusal: { code: 'site.commit_unknown' } } })
})
