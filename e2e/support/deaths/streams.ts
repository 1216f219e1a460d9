import { setTimeout } from 'node:timers/promises'
import { followInbox } from '../live-inbox.ts'
import type { Member } from './cast.ts'

/** A browser that follows an inbox and opens its stream again whenever that ends. */
export interface Follower {
  /** Ids of all notifications received, in order. */
  ids(): number[]
  /** Number of attempts to open a stream so far. */
  readonly streams: number
  leave(): Promise<void>
}

const retryMs = 300

export function follow(baseUrl: string, { person }: Member): Follower {
  const earlier: number[] = []
  let current: Awaited<ReturnType<typeof followInbox>> | undefined
  let left = false
  let streams = 0
  const ids = () => [...earlier, ...(current?.ids ?? [])]
  const run = async () => {
    while (!left) {
      current = await followInbox(baseUrl, person, ids().at(-1) ?? 0).catch(() => undefined)
      streams++
      if (left) current?.leave()
      await current?.ended
      earlier.push(...(current?.ids ?? []))
      current = undefined
      await setTimeout(retryMs)
    }
  }
  const running = run()
  return {
    ids,
    get streams() {
      return streams
    },
    async leave() {
      left = true
      current?.leave()
      await running
    },
  }
}
