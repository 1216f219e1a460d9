import { openEventStream } from './event-stream.ts'
import type { Person } from './person.ts'

export interface LiveInbox {
  readonly response: Response
  /** Ids of the notifications that came, in their order. */
  readonly ids: number[]
  /** How many are unread, as it was told last. */
  readonly unread: number | undefined
  /** Resolves when the stream has ended, however. */
  ended: Promise<void>
  leave(): void
}

/** Follows somebody's inbox as a browser does. @param after id of the last notification that came. */
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
      const told = stream.events.findLast(({ name }) => name === 'unread')
      return (told?.data as { unread: number } | undefined)?.unread
    },
    ended: stream.ended,
    leave: stream.leave,
  }
}

/** Makes two people friends and parts them again, so that the one who asks is notified once more, of being accepted. */
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
