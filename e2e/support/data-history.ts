/** A request about one entry, as its client saw it. Times are by `performance.now`. */
export interface DataOperation {
  key: string
  began: number
  /** Infinity if there was no answer. */
  ended: number
  change:
    | { op: 'read' }
    | { op: 'put'; value: string; ifVersion?: string; ifAbsent?: boolean }
    | { op: 'increment'; by: number }
    | { op: 'delete' }
  answer:
    | { kind: 'unknown' }
    /** A value that was read, or a change that was made. */
    | { kind: 'value'; version: number; value: string | null }
    | { kind: 'missing' }
    /** A condition was not met. 0: there is no value. */
    | { kind: 'changed'; version: number }
}

interface Write {
  version: number
  value: string | null
  operation: DataOperation
}

/**
 * Returns how the answers about entries contradict each other. The versions of an entry are its order, which has to explain each answer:
 *
 * - A version is made once, and has one value. A read returns the value of its version.
 * - An answer is not older than one that arrived before its request was sent.
 * - A change with a condition, and an increment, follows exactly the version that it needs.
 */
export function dataContradictions(operations: readonly DataOperation[]): string[] {
  return [...Map.groupBy(operations, ({ key }) => key)].flatMap(([key, some]) =>
    contradictionsOf(some).map((text) => `${key}: ${text}`),
  )
}

function contradictionsOf(operations: readonly DataOperation[]): string[] {
  const found: string[] = []
  const made = new Map<number, Write>()
  for (const operation of operations) {
    const { change, answer } = operation
    if (change.op === 'read' || answer.kind !== 'value') continue
    if (made.has(answer.version)) found.push(`version ${answer.version} was made twice`)
    made.set(answer.version, { version: answer.version, value: writtenBy(operation), operation })
  }
  for (const { change, answer } of operations) {
    const write = answer.kind === 'value' ? made.get(answer.version) : undefined
    if (change.op === 'read' && answer.kind === 'value' && write && write.value !== answer.value)
      found.push(`version ${answer.version} is ${write.value}, and ${answer.value} was read`)
  }
  return [...found, ...disorder(operations), ...wrongSteps([...made.values()], operations)]
}

const writtenBy = ({ change, answer }: DataOperation): string | null => {
  if (change.op === 'put') return change.value
  return change.op === 'increment' && answer.kind === 'value' ? answer.value : null
}

/** An answer must not be older than one that arrived before the request. */
function disorder(operations: readonly DataOperation[]): string[] {
  const dated = operations.flatMap(({ answer, change, began, ended }) =>
    answer.kind === 'value' || (answer.kind === 'changed' && answer.version > 0)
      ? [{ version: answer.version, began, ended, isChange: change.op !== 'read' && answer.kind === 'value' }]
      : [],
  )
  return dated.flatMap((later) => {
    const older = dated.find(
      ({ ended, version }) =>
        ended < later.began && (later.isChange ? version >= later.version : version > later.version),
    )
    return older ? [`version ${later.version} was answered after ${older.version}`] : []
  })
}

/** Changes that no client heard of may lie between two versions. Without any, each change follows the version that it needs. */
function wrongSteps(writes: readonly Write[], operations: readonly DataOperation[]): string[] {
  const hasUnknown = operations.some(
    ({ answer, change }) => answer.kind === 'unknown' && change.op !== 'read',
  )
  const ordered = writes.toSorted((one, other) => one.version - other.version)
  return ordered.flatMap(({ version, value, operation: { change } }, index) => {
    const before = ordered[index - 1]
    if (
      change.op === 'put' &&
      change.ifVersion !== undefined &&
      before &&
      Number(change.ifVersion) < before.version
    )
      return [`version ${version} was to follow ${change.ifVersion}, and followed ${before.version}`]
    if (hasUnknown) return []
    if (change.op === 'put' && change.ifAbsent === true && before && before.value !== null)
      return [`version ${version} was to be the first, and followed ${before.version}`]
    const expected = change.op === 'increment' ? String(Number(before?.value ?? 0) + change.by) : value
    return expected === value ? [] : [`version ${version} is ${value} instead of ${expected}`]
  })
}
