/** The parts of a browser that subscribe it again. */
interface Renewing {
  /** Subscribes the browser with the site's public key. */
  subscribe(pushKey: string): Promise<{ toJSON(): PushSubscriptionJSON }>
  fetch(path: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'json'>>
}

const page = '/settings/notifications'

/**
 * Renews a subscription that the push service has ended, for the signed-in user. Does nothing without a session, because another
 * user may sign in next.
 */
export async function renewSubscription({ subscribe, fetch }: Renewing): Promise<void> {
  const headers = { accept: 'application/json' }
  const settings = await fetch(page, { headers, redirect: 'manual' })
  if (!settings.ok) return
  const { pushKey } = (await settings.json()) as { pushKey: string }
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = (await subscribe(pushKey)).toJSON()
  const body = new URLSearchParams({ endpoint, p256dh, auth })
  await fetch(`${page}?/subscribe`, { method: 'POST', headers, body })
}
