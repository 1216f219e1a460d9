import { renewSubscription } from './renew.ts'

/**
 * Shows pushed notifications, even while no page of the site is open. It handles no requests and keeps no cache. Browsers run it only
 * once their user has asked for pushes at /settings/notifications.
 */
const worker = globalThis.self as unknown as ServiceWorkerGlobalScope

/** The message of `platform/src/notifications/push/send.ts`. */
interface Message {
  title: string
  body: string
  /** Path of the subject's page. */
  link: string
  id: number
}

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Message))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(String(event.notification.data), worker.location.origin)
  if (address.origin === worker.location.origin) event.waitUntil(worker.clients.openWindow(address))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  const { pushManager } = worker.registration
  const renewed = renewSubscription({
    subscribe: (applicationServerKey) =>
      pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
    fetch: (path, init) => worker.fetch(path, init),
  })
  event.waitUntil(renewed)
})

/** Shows a notification, silently if a page has the focus and shows its own. Some browsers stop pushes that show nothing. */
async function show({ title, body, link, id }: Message): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const silent = pages.some((page) => page.focused)
  await worker.registration.showNotification(title, { body, data: link, tag: String(id), silent })
}
