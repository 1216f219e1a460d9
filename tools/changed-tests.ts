/** Finds the unit and integration tests that a change can affect, for `npm run test:changed`. */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

/** The parts of the tree that have unit or integration tests. */
const roots = [
  ...[
    'service',
    'storage',
    'texts',
    'economy',
    'platform',
    'renderer',
    'minetest',
    'client-api',
    'orchestrator',
    'cli',
    'demo',
  ].map((name) => `${name}/src`),
  'site/src',
  'bench/src',
  'tools',
]

/**
 * Files that put the whole platform together. Nearly every test opens a platform, so following imports through these files
 * would find nearly every test.
 */
export const assembly = /^platform\/src\/(?:(?:platform|services|database)\.ts|[a-z]+\/door\.ts|testing\/)/

/** The files that import each file, apart from imports of types alone. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>

/** Reads the imports of all files in folders. */
export async function readImporters(folders: readonly string[] = roots): Promise<Importers> {
  const { output } = await cruise([...folders], {
    ...(await extractOptions('./tools/arrows.mjs')),
    validate: false,
  })
  const importers = new Map<string, Set<string>>()
  for (const { source, dependencies } of (output as ICruiseResult).modules)
    for (const { resolved, typeOnly } of dependencies)
      if (!typeOnly) importers.set(resolved, (importers.get(resolved) ?? new Set()).add(source))
  return importers
}

/** Returns the tests beside the changed files, and the tests that import them directly or through other files. */
export function testsOf(
  changed: readonly string[],
  importers: Importers,
  tests: readonly string[],
): string[] {
  const touched = new Set(changed)
  // The loop also visits files that are added to the set meanwhile.
  for (const file of touched)
    for (const importer of importers.get(file) ?? []) if (!assembly.test(importer)) touched.add(importer)
  const folders = new Set(changed.map(dirname))
  return tests.filter((test) => touched.has(test) || folders.has(dirname(test)))
}

/** Returns the files that differ from a commit, new ones included. */
export const filesChangedSince = (commit: string): string[] => [
  ...new Set([
    ...linesOf('git', ['diff', '--name-only', '--diff-filter=d', commit]),
    ...linesOf('git', ['ls-files', '--others', '--exclude-standard']),
  ]),
]

/** Returns the tests that `vitest run` runs. */
export const allTests = (): string[] =>
  linesOf('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts']).filter(
    (file) => !file.startsWith('e2e/'),
  )

const linesOf = (program: string, args: string[]): string[] =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
