import type { Accepted } from './accepted.ts'
import { keyOf, type Mutant } from './mutants.ts'

/** Share of mutants that tests must find in each folder. */
export const wantedShare = 0.85

export interface Score {
  folder: string
  found: number
  survivors: readonly Mutant[]
  /** Number of mutants that have not run yet. */
  unknown: number
}

/**
 * Returns the lines of a report. It passes if mutants of each folder have run, enough were found, each survivor is accepted, and no
 * accepted mutant is stale.
 */
export function report(
  scores: readonly Score[],
  accepted: readonly Accepted[],
  stale: readonly Accepted[],
): { lines: string[]; passed: boolean } {
  const reasons = new Map(accepted.map((each) => [keyOf(each), each.reason]))
  const lines: string[] = []
  let passed = stale.length === 0
  for (const { folder, found, survivors, unknown } of scores) {
    const all = found + survivors.length
    const unexplained = survivors.filter((mutant) => !reasons.has(keyOf(mutant)))
    const rest = unknown > 0 ? `, ${unknown} not run` : ''
    const share = found / all
    lines.push(
      all === 0
        ? `${folder}: none run of ${unknown}`
        : `${folder}: ${found} of ${all} found (${(share * 100).toFixed(1)} %)${rest}`,
    )
    for (const mutant of survivors) {
      const reason = reasons.get(keyOf(mutant))
      lines.push(`  ${mutant.file}:${mutant.line} ${mutant.change}${reason ? ` (accepted: ${reason})` : ''}`)
    }
    if (all === 0 || share < wantedShare || unexplained.length > 0) passed = false
  }
  for (const entry of stale)
    lines.push(`stale in accepted.json, because the code has no such line: ${keyOf(entry)}`)
  return { lines, passed }
}
