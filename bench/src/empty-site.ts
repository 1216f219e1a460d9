import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startPeer } from './server-process.ts'

const run = promisify(execFile)
const folder = resolve(import.meta.dirname, '../empty-site')
const vite = resolve(import.meta.dirname, '../../node_modules/.bin/vite')

/** Builds and starts an empty SvelteKit application: a page, and a form action that does nothing (`/?/nothing`). */
export async function startEmptySite() {
  await run(vite, ['build', '--logLevel=error'], { cwd: folder })
  return startPeer({ HANDLER: pathToFileURL(join(folder, 'build/handler.js')).href })
}
