import { dirname } from 'node:path'
import { assembly, type Importers } from '../changed-tests.ts'

/** Maximum number of test files that a mutant runs. */
export const testsMax = 24

/**
 * Returns the tests of a file, nearest first: tests beside it, then tests that import it, directly or through other files.
 *
 * @param slow tests that are left out
 */
export function nearestTests(
  file: string,
  importers: Importers,
  tests: readonly string[],
  slow: ReadonlySet<string> = new Set(),
): string[] {
  const distances = new Map([[file, 0]])
  // The loop also visits files that are added to the map meanwhile.
  for (const [touched, distance] of distances)
    for (const importer of importers.get(touched) ?? [])
      if (!distances.has(importer) && !assembly.test(importer)) distances.set(importer, distance + 1)
  const own = file.replace(/\.ts$/, '.test.ts')
  const rank = (test: string): number => {
    if (test === own) return -1
    const distance = distances.get(test) ?? Number.POSITIVE_INFINITY
    return dirname(test) === dirname(file) ? Math.min(distance, 2) : distance
  }
  return tests
    .filter((test) => rank(test) < Number.POSITIVE_INFINITY && !slow.has(test))
    .sort((a, b) => rank(a) - rank(b) || Number(isFar(a, file)) - Number(isFar(b, file)))
    .slice(0, testsMax)
}

/** Whether two files are in different parts of the tree. */
const isFar = (test: string, file: string): boolean =>
  test.split('/').slice(0, 3).join('/') !== file.split('/').slice(0, 3).join('/')
