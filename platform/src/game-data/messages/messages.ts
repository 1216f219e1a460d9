import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Database, Db } from '../../foundation/database.ts'
import type { PlayerLookups } from '../../places/door.ts'
import type { ServerCaller } from '../caller.ts'
import type { MessageEvent } from './follower.ts'
import { MessageStreams } from './streams.ts'
import { createMessageWriter } from './write.ts'

/** Proxies end connections that are silent for longer. */
export const heartbeatMs = 15 * second

/** Messages between the servers of a world: docs/reference/game-data.md#messages-between-servers. */
export interface ServerMessages {
  /** Sends a message to all servers of the world. Returns its id. */
  send(caller: ServerCaller, topic: string, body: string): Promise<number>
  /**
   * Returns the messages of topics in the order in which they were sent, each at least once, until the signal aborts, the server may
   * no longer follow them, or this process stops. From the return on, no message is missed.
   *
   * @param after id of the last message that the server has. Undefined: it gets messages from now on
   */
  follow(
    caller: ServerCaller,
    from: { topics: ReadonlySet<string>; after?: number | undefined },
    signal: AbortSignal,
  ): Promise<AsyncGenerator<MessageEvent, void>>
  /** Looks for messages whose signal was lost. */
  poll(): Promise<void>
  /** Sends a heartbeat to every stream, and ends those whose server may no longer follow the messages. */
  heartbeat(): Promise<void>
  /** Number of streams in this process. */
  followers(): number
  /** Ends all streams, present and future, before the process stops. */
  endWaits(): void
}

interface Parts {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  log: Logger
  signals: Signals
  playerLookups: Pick<PlayerLookups, 'server'>
}

export function createServerMessages(parts: Parts): ServerMessages {
  const streams = new MessageStreams(parts)
  const write = createMessageWriter(parts)
  const { log, signals } = parts
  const logFailure = (error: Error) =>
    log.error({ error: error.message }, 'messages between servers could not be read')
  const sendWake = signals.open('messages', {
    received: (worldId) => streams.wake(Number(worldId)),
    connected: () => void streams.poll().catch(logFailure),
  })

  return {
    async send({ worldId }, topic, body) {
      const id = await write({ worldId, topic, body })
      streams.wake(worldId)
      sendWake(String(worldId))
      return id
    },
    follow: (caller, from, signal) => streams.follow(caller, from, signal),
    poll: () => streams.poll(),
    heartbeat: () => streams.heartbeat(),
    followers: () => streams.size,
    endWaits: () => streams.end(),
  }
}
