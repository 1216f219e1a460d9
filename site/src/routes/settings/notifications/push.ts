import { worker } from '#lib/frame/offline.ts'
import { t } from '#lib/texts/t.ts'

/** This browser could not be subscribed. The message tells the user why. */
export class PushFailed extends Error {}

/** A browser's address at its push service, and the keys that messages are encrypted for. */
export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** Browsers offer pushes over HTTPS and on localhost only. iOS also wants the site on the home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined'

/** Returns the endpoint of this browser's subscription. */
export async function endpointHere(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(worker)
  return (await registration?.pushManager.getSubscription())?.endpoint
}

/**
 * Subscribes this browser, after asking its user.
 *
 * @throws PushFailed when the user or the browser refuses.
 */
export async function subscribeHere(pushKey: string): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushFailed(t('notification-settings.push.denied'))
  try {
    await navigator.serviceWorker.register(worker)
    const { pushManager } = await navigator.serviceWorker.ready
    // The browser would refuse this subscription while it has one with another key.
    await (await pushManager.getSubscription())?.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: pushKey }
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
    return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch {
    throw new PushFailed(t('notification-settings.push.failed'))
  }
}
