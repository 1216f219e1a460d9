/** The peer of pages: a SvelteKit application with one empty page, behind `node:http` like the product. */
import { createServer, type RequestListener } from 'node:http'

const { handler } = (await import(process.env.HANDLER ?? '')) as { handler: RequestListener }

createServer(handler).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
