import type { RequestListener } from 'node:http'

/** The built site's request handler, from SvelteKit's Node adapter. */
export const handler: RequestListener
