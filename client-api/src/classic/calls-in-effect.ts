import type { Files } from '@baseplate/storage/files'
import type { ClassicCall } from './call.ts'
import { classicCalls } from './calls.ts'
import { loadOwnConstants } from './constants/load.ts'
import { pathCheck } from './paths.ts'

/**
 * Returns the constant calls of the operator, and then the table without the constants that they replace.
 *
 * @param routes patterns of the routes of the protocol
 * @throws CannotStart when a file of the operator is broken.
 */
export async function callsInEffect(
  files: Pick<Files, 'open' | 'walk'>,
  routes: readonly string[],
): Promise<readonly ClassicCall[]> {
  const served = classicCalls.filter(({ constant }) => !constant)
  const own = await loadOwnConstants(files, [...routes, ...pathsOf(served)])
  const isReplaced = pathCheck(pathsOf(own))
  return [
    ...own,
    ...classicCalls.flatMap((call) => {
      const [first, ...rest] = call.constant ? call.paths.filter((path) => !isReplaced(path)) : call.paths
      return first === undefined ? [] : [{ ...call, paths: [first, ...rest] as const }]
    }),
  ]
}

export const pathsOf = (calls: readonly ClassicCall[]): string[] => calls.flatMap(({ paths }) => paths)
