/** Server-sent events, as a browser receives them. */
export interface EventStream {
  response: Response
  events: { name: string; id: string | undefined; data: unknown }[]
  /** Resolves when the stream has ended, for whatever reason. */
  ended: Promise<void>
  leave(): void
}

export async function openEventStream(
  address: string | URL,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const leaving = new AbortController()
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
    redirect: 'manual',
  })
  const events: EventStream['events'] = []
  const ended =
    response.ok && response.body ? readEvents(response.body, events).catch(() => {}) : Promise.resolve()
  return { response, events, ended, leave: () => leaving.abort() }
}

async function readEvents(body: ReadableStream<Uint8Array>, events: EventStream['events']): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      )
      const name = fields.get('event')
      if (name) events.push({ name, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') })
    }
  }
}
