import { offlinePage, offlineWordsIn } from './offline.ts'
import { renewSubscription } from './renew.ts'

/**
 * Shows a page of the site while there is no connection, and pushed notifications, even while no page is open. The only page that it
 * stores is its own, which has nothing of any user. All others come from the site.
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

const cacheName = 'offline'
const offlineAddress = '/offline'

worker.addEventListener('activate', (event) => {
  // The browser asks for a page while it starts this script, instead of afterwards.
  event.waitUntil(worker.registration.navigationPreload?.enable())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(navigate(event))
})

/** Passes on the site's response. Without one, returns the stored page. */
async function navigate({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await worker.fetch(request))
  } catch (error) {
    const page = await worker.caches.match(offlineAddress, { cacheName })
    if (!page) throw error
    return page
  }
}

worker.addEventListener('message', (event) => {
  const words = offlineWordsIn(event.data)
  if (words) event.waitUntil(storeOfflinePage(words))
})

async function storeOfflinePage(words: Parameters<typeof offlinePage>[0]): Promise<void> {
  const cache = await worker.caches.open(cacheName)
  const style = await (await worker.fetch('/error.css')).text()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  }
  await cache.put(offlineAddress, new Response(offlinePage(words, style), { headers }))
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
