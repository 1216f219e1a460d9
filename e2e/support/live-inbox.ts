import type { Person } from './person.ts'

export interface LiveInbox {
  response: Response
  /** Ids of the notifications that came, in their order. */
  ids: number[]
  /** How many are unread, as it was told last. */
  unread: number | undefined
  /** Resolves when the stream has ended, however. */
  ended: Promise<void>
  leave(): void
}

/** Follows somebody's inbox as a browser does. @param after id of the last notification that came. */
export async function followInbox(baseUrl: string, person: Person, after?: number): Promise<LiveInbox> {
  const leaving = new AbortController()
  const headers: Record<string, string> = { accept: 'text/event-stream', cookie: person.cookie ?? '' }
  if (after !== undefined) headers['last-event-id'] = String(after)
  const response = await fetch(`${baseUrl}/notifications/stream`, {
    headers,
    signal: leaving.signal,
    redirect: 'manual',
  })
  const inbox: LiveInbox = {
    response,
    ids: [],
    unread: undefined,
    ended: Promise.resolve(),
    leave: () => leaving.abort(),
  }
  if (response.ok && response.body) inbox.ended = hear(response.body, inbox).catch(() => {})
  return inbox
}

async function hear(body: ReadableStream<Uint8Array>, inbox: LiveInbox): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      )
      if (fields.has('id')) inbox.ids.push(Number(fields.get('id')))
      if (fields.get('event') === 'unread') inbox.unread = JSON.parse(fields.get('data') ?? '').unread
    }
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
