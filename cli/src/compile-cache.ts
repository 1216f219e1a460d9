import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Node keeps what it makes of our TypeScript, so that a later start is quicker and, as nothing has to be stripped of its
 * types, takes a third less memory. It works for modules that are loaded after this call.
 */
export const keepCompiled = () =>
  enableCompileCache(join(import.meta.dirname, '../../.prepared/compile-cache'))
