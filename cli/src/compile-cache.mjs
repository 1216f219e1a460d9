/**
 * Enables Node's compile cache for modules that are loaded later. Starts are quicker and take a third less memory, because
 * cached modules already have their types stripped.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../.prepared/compile-cache'))
