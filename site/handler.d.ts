import type { RequestListener } from 'node:http'

/** The built site, as SvelteKit's adapter makes it. */
export const handler: RequestListener
