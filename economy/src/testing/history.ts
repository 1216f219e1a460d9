/** A request to the economy service, as its client saw it. Times are by `performance.now`. */
export interface Operation {
  began: number
  /** Infinity if there was no answer. */
  ended: number
  answer: 'accepted' | 'unknown' | { refused: string } | { balance: bigint }
  /** A read has no key. */
  key?: string
  /** The account that is read or pays. */
  user: string
  /** Age that a balance may have when it is read. By default it may have none. */
  mayBeOldMs?: number
}

/** An event of the exported log. */
export interface LoggedEvent {
  Key?: string
  From?: string
  To?: string
  Amount: bigint
}

/**
 * Returns how the answers contradict the log. The order of the log must explain each of them:
 *
 * - An accepted event is in the log once, and a refused one is not.
 * - An event that was acknowledged before another one was requested comes before it.
 * - A balance, and the balance that a refusal names, is one that the account had between the request and its answer.
 */
export function contradictions(log: readonly LoggedEvent[], operations: readonly Operation[]): string[] {
  const found: string[] = []
  const positions = new Map<string, number>()
  for (const [index, { Key }] of log.entries()) {
    if (Key === undefined) continue
    if (positions.has(Key)) found.push(`${Key} is in the log twice`)
    positions.set(Key, index)
  }
  const histories = balancesOf(log, found)
  const acknowledged: Interval[] = []
  for (const { key, began, ended, answer } of operations) {
    if (key === undefined) continue
    const position = positions.get(key)
    if (answer === 'accepted' && position === undefined)
      found.push(`${key} was accepted and is not in the log`)
    if (typeof answer === 'object' && position !== undefined)
      found.push(`${key} was refused and is in the log`)
    if (position !== undefined)
      acknowledged.push({ began, ended: answer === 'accepted' ? ended : Infinity, position })
  }
  const bounds = boundsOf(acknowledged, log.length)
  for (const { key, began, ended, answer, user, mayBeOldMs = 0 } of operations) {
    const { first, last } = bounds(began - mayBeOldMs, ended)
    const position = key === undefined ? undefined : positions.get(key)
    if (position !== undefined && (position < first || position >= last)) found.push(`${key} is out of order`)
    const balance = claimedBalance(answer)
    if (balance === undefined) continue
    const history = histories.get(user) ?? [{ from: 0, balance: 0n }]
    const wasTrue = history.some(
      (step, index) =>
        step.balance === balance && step.from <= last && (history[index + 1]?.from ?? Infinity) > first,
    )
    if (!wasTrue) found.push(`${user} never had ${balance} between ${first} and ${last} events`)
  }
  return found
}

interface Interval {
  began: number
  ended: number
  position: number
}

/** The balance of an account from a number of events on. */
interface Step {
  from: number
  balance: bigint
}

function balancesOf(log: readonly LoggedEvent[], found: string[]): Map<string, Step[]> {
  const histories = new Map<string, Step[]>()
  const move = (user: string | undefined, amount: bigint, from: number) => {
    if (user === undefined) return
    const history = histories.get(user) ?? [{ from: 0, balance: 0n }]
    const balance = (history.at(-1)?.balance ?? 0n) + amount
    if (balance < 0n) found.push(`${user} has ${balance} after ${from} events`)
    history.push({ from, balance })
    histories.set(user, history)
  }
  for (const [index, { From, To, Amount }] of log.entries()) {
    move(From, -Amount, index + 1)
    move(To, Amount, index + 1)
  }
  return histories
}

/**
 * Returns the least and the greatest number of events that an operation may have seen. It has seen all events that were acknowledged
 * before it began, and none that was requested after it had ended.
 */
function boundsOf(events: readonly Interval[], length: number) {
  const byEnd = events.toSorted((one, other) => one.ended - other.ended)
  const byBegin = events.toSorted((one, other) => other.began - one.began)
  const highest = runningExtreme(byEnd, Math.max)
  const lowest = runningExtreme(byBegin, Math.min)
  return (began: number, ended: number) => {
    const before = lastIndex(byEnd, (event) => event.ended < began)
    const after = lastIndex(byBegin, (event) => event.began > ended)
    return {
      first: before === -1 ? 0 : (highest[before] ?? 0) + 1,
      last: after === -1 ? length : (lowest[after] ?? length),
    }
  }
}

function runningExtreme(events: readonly Interval[], pick: (a: number, b: number) => number): number[] {
  const extremes: number[] = []
  for (const { position } of events) extremes.push(pick(position, extremes.at(-1) ?? position))
  return extremes
}

/** Returns the last index at which a condition holds, or -1. It must hold for a prefix of the list, and for nothing after it. */
function lastIndex<T>(list: readonly T[], holds: (each: T) => boolean): number {
  let [low, high] = [-1, list.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const value = list[middle]
    if (value !== undefined && holds(value)) low = middle
    else high = middle - 1
  }
  return low
}

function claimedBalance(answer: Operation['answer']): bigint | undefined {
  if (typeof answer === 'string') return undefined
  if ('balance' in answer) return answer.balance
  const [, units] = /balance was (\d+\.\d{6}) unit/.exec(answer.refused) ?? []
  return units === undefined ? undefined : BigInt(units.replace('.', ''))
}
