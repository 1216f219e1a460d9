import { findEngine } from '../serve/engine.ts'

/** Whether this machine can run servers of the engine. */
export const hasEngine = findEngine() !== undefined

if (!hasEngine) console.warn('Skipped: servers of Minetest. `apt install minetest-server` runs them.')
