import type { ServerCaller } from '../game-data/caller.ts'
import type { Platform } from '../platform.ts'

export interface MessageListener {
  /** Bodies of the received messages, in order. */
  bodies: string[]
  ids: number[]
  /** Ids after which a new stream can continue, as the stream has told them. */
  positions: number[]
  /** Resolves at the end of the stream. */
  ended: Promise<void>
  leave(): void
}

/** Follows topics for a game server, and collects all messages. */
export async function listenToMessages(
  { serverMessages }: Pick<Platform, 'serverMessages'>,
  caller: ServerCaller,
  topics: readonly string[],
  after?: number,
): Promise<MessageListener> {
  const leaving = new AbortController()
  const from = { topics: new Set(topics), after }
  const coming = await serverMessages.follow(caller, from, leaving.signal)
  const listener = { bodies: [] as string[], ids: [] as number[], positions: [] as number[] }
  const listen = async () => {
    for await (const event of coming) {
      if (event.type === 'position') listener.positions.push(event.id)
      else {
        listener.bodies.push(event.message.body)
        listener.ids.push(event.message.id)
      }
    }
  }
  return { ...listener, ended: listen(), leave: () => leaving.abort() }
}
