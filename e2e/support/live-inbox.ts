import { openEventStream } from './event-stream.ts'
import type { Person } from './person.ts'

export interface LiveInbox {
  readonly response: Response
  /** Ids of the notifications received, in order. */
  readonly ids: number[]
  /** The last number of unread notifications received. */
  readonly unread: number | undefined
  /** Resolves when the stream has ended, for whatever reason. */
  ended: Promise<void>
  leave(): void
}

/** Follows a person's inbox as a browser does. @param after id of the last notification received */
export async function followInbox(baseUrl: string, person: Person, after?: number): Promise<LiveInbox> {
  const headers: Record<string, string> = { cookie: person.cookie ?? '' }
  if (after !== undefined) headers['last-event-id'] = String(after)
  const stream = await openEventStream(`${baseUrl}/notifications/stream`, headers)
  return {
    response: stream.response,
    get ids() {
      return stream.events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]))
    },
    get unread() {
      const latest = stream.events.findLast(({ name }) => name === 'unread')
      return (latest?.data as { unread: number } | undefined)?.unread
    },
    ended: stream.ended,
    leave: stream.leave,
  }
}

/** Makes two people friends and ends the friendship, so that the requester gets one more notification of acceptance. */
export async function befriendAndPart(
  asks: { person: Person; username: string },
  accepts: { person: Person; username: string },
): Promise<void> {
  for (const [{ person }, { username }, action] of [
    [asks, accepts, 'request'],
    [accepts, asks, 'accept'],
    [asks, accepts, 'unfriend'],
  ] as const) {
    const { status } = await person.post(`/user/${username}?/${action}`)
    if (status !== 204) throw new Error(`${action} was answered with ${status}`)
  }
}
