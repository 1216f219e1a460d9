import { median } from './measurement.ts'

/** Figures of a tree: each name with its values of all turns. */
export type Figures = ReadonlyMap<string, readonly number[]>

export interface Compared {
  name: string
  /** Medians, and the differences between the largest value and the smallest. */
  before: { median: number; spread: number }
  now: { median: number; spread: number }
  differs: boolean
}

/** Smaller differences are taken for noise, however little the values of each side differ. */
const leastShare = 0.1

const summaryOf = (values: readonly number[]) => ({
  median: median(values),
  spread: Math.max(...values) - Math.min(...values),
})

/**
 * Compares the figures that both sides have. A figure differs if its medians do by more than a tenth, and by more than
 * the spread of either side.
 */
export function compareFigures(before: Figures, now: Figures): Compared[] {
  return [...before].flatMap(([name, values]) => {
    const others = now.get(name)
    if (others === undefined) return []
    const [one, other] = [summaryOf(values), summaryOf(others)]
    const difference = Math.abs(other.median - one.median)
    const differs =
      difference > leastShare * Math.abs(one.median) && difference > Math.max(one.spread, other.spread)
    return [{ name, before: one, now: other, differs }]
  })
}

/** Returns the names of figures that only the first side has. */
export const onlyIn = (side: Figures, other: Figures): string[] =>
  [...side.keys()].filter((name) => !other.has(name))

/** Gives figures of the same name numbers, and adds the values of a turn to those before. */
export function addTurn(
  figures: Map<string, number[]>,
  turn: readonly { name: string; unit: string; value: number }[],
): void {
  const seen = new Map<string, number>()
  for (const { name, unit, value } of turn) {
    const title = unit === '' ? name : `${name}, ${unit}`
    const number = (seen.get(title) ?? 0) + 1
    seen.set(title, number)
    const key = number === 1 ? title : `${title} (${number})`
    figures.set(key, [...(figures.get(key) ?? []), value])
  }
}

/** Returns whose turn it is in each round: ABBA, so that a drift of the machine's speed affects both sides alike. */
export const turnsOf = <Side>(one: Side, other: Side, rounds: number): Side[] =>
  Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? [one, other] : [other, one])).flat()

const rounded = (value: number) =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)

/** Returns what a comparison has found as a row of a table. */
export function rowOfCompared({ name, before, now, differs }: Compared): string[] {
  const change = before.median === 0 ? '' : ` by ${Math.round((now.median / before.median - 1) * 100)} %`
  return [
    name,
    ...[before, now].map(({ median, spread }) => `${rounded(median)} ± ${rounded(spread / 2)}`),
    differs ? `DIFFERS${change}` : 'no difference beyond noise',
  ]
}
