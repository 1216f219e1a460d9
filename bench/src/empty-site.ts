import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@baseplate/platform/testing/free-port'
import { type ServerProcess, startServer } from './server-process.ts'

const run = promisify(execFile)
const vite = resolve(import.meta.dirname, '../../node_modules/.bin/vite')
const folder = resolve(import.meta.dirname, '../empty-site')

/** Builds and starts an empty SvelteKit application: a page, and a form action that does nothing (`/?/nothing`). */
export async function startEmptySite(): Promise<ServerProcess & { url: string }> {
  await run(vite, ['build', '--logLevel=error'], { cwd: folder })
  const port = String(await freePort())
  const handler = pathToFileURL(join(folder, 'build/handler.js')).href
  const server = await startServer(
    ['bench/src/peers/empty-page.ts'],
    { PORT: port, HANDLER: handler },
    /ready/,
  )
  return { ...server, url: `http://127.0.0.1:${port}/` }
}
