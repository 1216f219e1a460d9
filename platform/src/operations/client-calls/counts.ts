import { type Clock, hour } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Db } from '../../foundation/database.ts'
import { addCounts } from './queries.ts'
import { otherCalls, unknownCall } from './rules.ts'

/** Maximum number of unknown paths that a process counts in an hour. Anyone can ask for any path. */
const maxUnknown = 100

/** Counts the calls of game clients in memory. They are written once a minute, so that they cost requests nothing. */
export interface ClientCalls {
  /**
   * Counts requests of a call that an endpoint answers.
   *
   * @param call pattern of its path
   */
  add(call: string, times: number): void
  /** Counts requests for a path and method that no endpoint has. */
  addUnknown(path: string, times: number): void
  /** Adds the counts to those of the hour. They stay in memory when the database cannot take them. */
  write(): Promise<void>
  /** Writes the last counts. A failure is logged. */
  close(): Promise<void>
}

export function createClientCalls({ db, now, log }: { db: Db; now: Clock; log: Logger }): ClientCalls {
  let known = new Map<string, number>()
  let unknown = new Map<string, number>()
  /** Unknown paths of the current hour. */
  const seen = { hour: startOf(now()), paths: new Set<string>() }

  const admit = (path: string): string => {
    if (seen.paths.size < maxUnknown) seen.paths.add(path)
    return seen.paths.has(path) ? path : otherCalls
  }

  const write = async (): Promise<void> => {
    const time = now()
    const current = startOf(time)
    if (seen.hour !== current) {
      seen.hour = current
      seen.paths.clear()
    }
    if (known.size + unknown.size === 0) return
    const [answered, unanswered] = [known, unknown]
    known = new Map()
    unknown = new Map()
    try {
      await addCounts(db, [...rowsOf(time, 1, answered), ...rowsOf(time, 0, unanswered)])
    } catch (error) {
      for (const [call, count] of answered) add(known, call, count)
      for (const [call, count] of unanswered) add(unknown, call, count)
      throw error
    }
  }

  return {
    add: (call, times) => add(known, call, times),
    addUnknown: (path, times) => add(unknown, admit(unknownCall(path)), times),
    write,
    async close() {
      await write().catch((error: Error) =>
        log.warn({ error: error.message }, 'the last counts of client calls were not written'),
      )
    },
  }
}

const startOf = (time: number) => Math.floor(time / hour) * hour

const add = (counts: Map<string, number>, call: string, times: number) =>
  counts.set(call, (counts.get(call) ?? 0) + times)

const rowsOf = (time: number, answered: 0 | 1, counts: ReadonlyMap<string, number>) =>
  [...counts].map(([call, count]) => ({ hour: startOf(time), answered, call, count, last: time }))
