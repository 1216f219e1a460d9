/** An act of a test, between the times at which it began and ended. */
interface Span {
  player: number
  from: number
  to: number
}

/** Acts that end a player's session: another join, a ban, a goodbye. A join also begins one. */
export interface Ending extends Span {
  kind: 'join' | 'ban' | 'left'
  /** Whether the site confirmed it. Otherwise it may have happened or not. */
  isCertain: boolean
  /** Key of the script of a join that succeeded. */
  key?: string
}

export interface Verification extends Span {
  key: string
  /** 0: the site was killed meanwhile, so the outcome is unknown. */
  status: number
  text: string
}

/** Time for which a session surely lives without heartbeats, with room for a slow machine. */
const livesMs = 25_000

/** Returns a sentence for each verification that contradicts the other acts, whatever happened at the same time. */
export function contradictions(endings: readonly Ending[], verifications: readonly Verification[]): string[] {
  const joins = new Map(endings.flatMap((ending) => (ending.key ? [[ending.key, ending] as const] : [])))
  return [...Map.groupBy(verifications, ({ key }) => key)].flatMap(([key, some]) => {
    const join = joins.get(key)
    if (!join) return [`${key} belongs to no join`]
    const others = endings.filter((ending) => ending.player === join.player && ending !== join)
    const admitted = some.filter(({ status }) => status === 200)
    const problems = admitted.length > 1 ? [`${key} admitted ${admitted.length} connections`] : []
    for (const { from } of admitted) {
      const over = others.find((ending) => ending.isCertain && ending.from >= join.to && ending.to <= from)
      if (over) problems.push(`${key} admitted a player after ${over.kind}`)
    }
    const [first] = some.toSorted((one, other) => one.from - other.from)
    const isUndisturbed =
      first !== undefined &&
      some.every((other) => other === first || other.from > first.to) &&
      others.every(({ from, to }) => to < join.from || from > first.to) &&
      first.to - join.to < livesMs
    if (isUndisturbed && first.status !== 200 && first.status !== 0)
      problems.push(`${key} was refused: ${first.text}`)
    return problems
  })
}
