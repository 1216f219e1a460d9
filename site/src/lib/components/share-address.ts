import { copyText } from './copy-text.ts'
import { showToast } from './toasts.svelte.ts'

/**
 * Opens the device's share sheet. Browsers without one copy the address.
 *
 * @param copied message after copying
 */
export async function shareAddress(title: string, url: string, copied: string): Promise<void> {
  try {
    if (navigator.share) await navigator.share({ title, url })
    else {
      await copyText(url)
      showToast(copied)
    }
  } catch (error) {
    // Closing the sheet is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    location.assign(url)
  }
}
