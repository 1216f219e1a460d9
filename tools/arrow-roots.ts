/** Folders and files whose imports are checked. */
export const arrowRoots: readonly string[] = [
  'service',
  'storage',
  'economy',
  'platform',
  'renderer',
  'minetest',
  'client',
  'client-api',
  'site/src',
  'site/context.ts',
  'orchestrator',
  'cli',
  'demo',
  'e2e',
  'bench',
]
