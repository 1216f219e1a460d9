import type { ClientInit, HandleClientError } from '@sveltejs/kit/hooks'
import { loadPageTexts } from '#lib/texts/page-texts.ts'

/** Runs before the page is hydrated. */
export const init: ClientInit = loadPageTexts

/** SvelteKit adds its announcer of pages when it hydrates the first one. */
const isHydrated = () => document.getElementById('svelte-announcer') !== null

/**
 * Handles errors of pages, such as a script that cannot be loaded after an upgrade. A page that has just come from the server stays:
 * its links and forms work without scripts. SvelteKit would replace it with an error page, but waits for this promise first. After
 * hydration, the message is empty, because the error page gives advice of its own.
 */
export const handleError: HandleClientError = ({ kind }) => {
  if (kind !== 'unknown') return
  return isHydrated() ? { message: '' } : new Promise(() => undefined)
}
