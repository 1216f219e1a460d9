/** A line of two texts that are compared, or several equal lines that are left out. */
export type ComparedLine =
  | {
      /** Whether both texts have the line, or only the second or the first. */
      kind: 'same' | 'added' | 'removed'
      /** The line. */
      text: string
    }
  | {
      /** Stands for equal lines that are left out. */
      kind: 'skipped'
      /** Number of these lines. */
      count: number
    }

/** Equal lines that are shown around a difference. */
const context = 3

/** Pairs of lines between the first and the last difference that are compared. Beyond this, all of them count as changed. */
const maxPairs = 4_000_000

/** Compares two texts line by line, by their longest common sequence of lines. */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, next] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end))
    end++
  const same = (lines: readonly string[]) => lines.map((text) => ({ kind: 'same', text }) as const)
  return skipEqual([
    ...same(old.slice(0, start)),
    ...compareMiddle(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...same(old.slice(old.length - end)),
  ])
}

type Line = Exclude<ComparedLine, { kind: 'skipped' }>

function compareMiddle(old: readonly string[], next: readonly string[]): Line[] {
  const removed = (text: string): Line => ({ kind: 'removed', text })
  const added = (text: string): Line => ({ kind: 'added', text })
  if (old.length * next.length > maxPairs) return [...old.map(removed), ...next.map(added)]
  const width = next.length + 1
  // The length of the longest common sequence of the lines from each pair on.
  const common = new Uint16Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--)
      common[row * width + column] =
        old[row] === next[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < next.length) {
    const [one, other] = [old[row], next[column]]
    if (one !== undefined && one === other) lines.push({ kind: 'same', text: one })
    const isRemoved = one !== undefined && (other === undefined || at(row + 1, column) >= at(row, column + 1))
    if (one !== other) lines.push(isRemoved ? removed(one) : added(other ?? ''))
    if (one === other || isRemoved) row++
    if (one === other || !isRemoved) column++
  }
  return lines
}

/** Replaces equal lines that are far from every difference. */
function skipEqual(lines: readonly Line[]): ComparedLine[] {
  const shown: ComparedLine[] = []
  for (let first = 0; first < lines.length; ) {
    let end = first
    while (lines[end]?.kind === 'same') end++
    const [before, after] = [first === 0 ? 0 : context, end === lines.length ? 0 : context]
    const count = end - first - before - after
    if (count > 1) {
      shown.push(...lines.slice(first, first + before), { kind: 'skipped', count })
      shown.push(...lines.slice(end - after, end))
    } else shown.push(...lines.slice(first, end))
    if (end < lines.length) shown.push(...lines.slice(end, end + 1))
    first = end + 1
  }
  return shown
}
