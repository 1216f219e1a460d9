import { keyOf, type Mutant, type Mutation } from './mutants.ts'

/** Share of mutants that tests must find in each folder. */
export const wantedShare = 0.85

/** A mutant that no test finds, with the reason why that is right. */
export interface Accepted extends Mutation {
  reason: string
}

export interface Score {
  folder: string
  found: number
  survivors: readonly Mutant[]
  /** Number of mutants that have not run yet. */
  unknown: number
}

/** Returns the lines of a report. It passes if mutants of each folder have run, enough were found, and each survivor is accepted. */
export function report(
  scores: readonly Score[],
  accepted: readonly Accepted[],
): { lines: string[]; passed: boolean } {
  const reasons = new Map(accepted.map((each) => [keyOf(each), each.reason]))
  const lines: string[] = []
  let passed = true
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
  return { lines, passed }
}

/** Returns the accepted mutants that the code no longer has. */
export function outdated(accepted: readonly Accepted[], mutants: readonly Mutant[]): Accepted[] {
  const keys = new Set(mutants.map(keyOf))
  return accepted.filter((each) => !keys.has(keyOf(each)))
}
