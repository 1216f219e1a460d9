import type { OfflineWords } from '../../service-worker/offline.ts'

/** The script that browsers run for the site beside its pages. */
export const worker = '/service-worker.js'

let sent = ''

/**
 * Makes the browser show a page of the site while there is no connection, in the language and the theme of this page. Browsers run
 * the script over HTTPS and on localhost only.
 */
export async function keepOfflinePage(words: OfflineWords): Promise<void> {
  const text = JSON.stringify(words)
  if (!('serviceWorker' in navigator) || text === sent) return
  sent = text
  try {
    await navigator.serviceWorker.register(worker)
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(words)
  } catch {
    // Some browsers forbid it, for example in private windows. They show their own page.
  }
}
