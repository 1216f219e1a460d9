/**
 * Finds folders of a domain that import each other in a circle, so that none of them can be read before the others, and folders that
 * import against the order in `tools/domains.ts` (docs/architecture.md). Imports of types count. `npm run check` runs it.
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { folders } from './domains.ts'
import { runChecks, type SourceCheck } from './source-check.ts'

/** A folder of a domain, or a file beside the folders. */
type Part = string

/** The parts that each part imports. */
type Arrows = Map<Part, Set<Part>>

const inDomain = /^platform\/src\/([^/]+)\/([^/]+)/

/** Adds the arrows of a file to those of its domain. */
export function addArrows(arrows: Arrows, file: string, source: string): void {
  const from = inDomain.exec(file)
  // A door opens the whole domain.
  if (!from || from[2] === 'door.ts') return
  for (const { fileName } of ts.preProcessFile(source).importedFiles) {
    const to = fileName.startsWith('.') ? inDomain.exec(join(dirname(file), fileName)) : undefined
    if (to && to[1] === from[1] && to[0] !== from[0])
      arrows.set(from[0], (arrows.get(from[0]) ?? new Set()).add(to[0]))
  }
}

/** Returns each group of parts that reach each other. */
export function ringsOf(arrows: Arrows): Part[][] {
  const reached = new Map([...arrows.keys()].map((part) => [part, reachedFrom(arrows, part)]))
  const rings = new Map<string, Part[]>()
  for (const [part, others] of reached) {
    if (!others.has(part)) continue
    const ring = [...others].filter((other) => reached.get(other)?.has(part)).sort()
    rings.set(ring.join(), ring)
  }
  return [...rings.values()]
}

/** Returns each folder that reaches one after it, through files beside the folders as well, and each folder without a place. */
export function outOfOrder(arrows: Arrows, order: Readonly<Record<string, readonly string[]>>): string[] {
  const folder = (domain: string, name: string) => `platform/src/${domain}/${name}`
  const places = new Set(
    Object.entries(order).flatMap(([domain, names]) => names.map((name) => folder(domain, name))),
  )
  const parts = new Set([...arrows].flatMap(([part, others]) => [part, ...others]))
  const unplaced = [...parts].filter((part) => !part.endsWith('.ts') && !places.has(part))
  const back = Object.entries(order).flatMap(([domain, names]) =>
    names.flatMap((name, index) => {
      const reached = reachedFrom(arrows, folder(domain, name))
      const later = names.slice(index + 1).filter((other) => reached.has(folder(domain, other)))
      return later.map((other) => `${domain}/${name} imports ${domain}/${other}, which comes after it`)
    }),
  )
  return [...back, ...unplaced.map((part) => `${part} has no place in the order of folders`)]
}

function reachedFrom(arrows: Arrows, part: Part): Set<Part> {
  const reached = new Set(arrows.get(part))
  // The loop also visits parts that are added to the set meanwhile.
  for (const next of reached) for (const other of arrows.get(next) ?? []) reached.add(other)
  return reached
}

const arrows: Arrows = new Map()

export const rings: SourceCheck = {
  files: 'platform/src/*/**/*.ts',
  exclude: ['**/*.test.ts', '**/testing/**', '**/migrations/**'],
  visit: (file, source) => addArrows(arrows, file, source),
  finish() {
    const rings = ringsOf(arrows).map((ring) => `These import each other in a ring: ${ring.join(', ')}`)
    const faults = [...rings, ...outOfOrder(arrows, folders)]
    return { faults, summary: `${faults.length} faults of rings` }
  },
}

if (import.meta.main) await runChecks([rings])
