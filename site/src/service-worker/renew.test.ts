import { expect, test } from 'vitest'
import { renewSubscription } from './renew.ts'

const subscription = { endpoint: 'https://push.example/2', keys: { p256dh: 'key', auth: 'secret' } }

function browser(isSignedIn: boolean) {
  const sent: string[] = []
  const parts = {
    subscribe: async (pushKey: string) => {
      sent.push(pushKey)
      return { toJSON: () => subscription }
    },
    fetch: async (path: string, { body }: RequestInit) => {
      sent.push(body === undefined ? path : `${path} ${body}`)
      return { ok: isSignedIn, json: async () => ({ pushKey: 'public key' }) }
    },
  }
  return { sent, parts }
}

test('a subscription that its push service has ended is replaced', async () => {
  const { sent, parts } = browser(true)
  await renewSubscription(parts)
  expect(sent).toEqual([
    '/settings/notifications',
    'public key',
    '/settings/notifications?/subscribe endpoint=https%3A%2F%2Fpush.example%2F2&p256dh=key&auth=secret',
  ])
})

test('nothing is subscribed without a session', async () => {
  const { sent, parts } = browser(false)
  await renewSubscription(parts)
  expect(sent).toEqual(['/settings/notifications'])
})
