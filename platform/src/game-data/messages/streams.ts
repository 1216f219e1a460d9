import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { PlayerLookups } from '../../places/door.ts'
import { requireDataServer, type ServerCaller } from '../caller.ts'
import { MessageFeed } from './feed.ts'
import { type MessageEvent, MessageFollower } from './follower.ts'
import { findNewestId, listWorldsWithNews } from './queries.ts'
import { beginAfter } from './rules.ts'

/** Maximum number of streams of one game server in this process. A further stream ends the oldest one. */
const streamsPerServer = 4

/** Worlds, or game servers, per statement. */
const perStatement = 50

interface Parts {
  db: Db
  now: Clock
  log: Logger
  playerLookups: Pick<PlayerLookups, 'server'>
}

/** The streams of this process, and the feeds of their worlds. */
export class MessageStreams {
  readonly #parts: Parts
  readonly #feeds = new Map<number, MessageFeed>()
  readonly #streams = new OpenByClient<MessageFollower>({ each: streamsPerServer })
  #ending = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#streams.size
  }

  /** Passes new messages of a world to its streams. */
  wake(worldId: number): void {
    void this.#feeds.get(worldId)?.read().catch(this.#logFailure)
  }

  /** Passes new messages of all worlds to their streams. */
  async poll(): Promise<void> {
    for (const some of slices([...this.#feeds.values()])) {
      const positions = some.flatMap(({ position }) => position ?? [])
      if (positions.length === 0) continue
      for (const worldId of await listWorldsWithNews(this.#parts.db, positions))
        await this.#feeds.get(worldId)?.read()
    }
  }

  /** @see ServerMessages.follow */
  async follow(
    { worldId, server: { ticket } }: ServerCaller,
    { topics, after }: { topics: ReadonlySet<string>; after?: number | undefined },
    signal: AbortSignal,
  ): Promise<AsyncGenerator<MessageEvent, void>> {
    const feed = this.#feeds.getOrInsertComputed(worldId, () => new MessageFeed(this.#parts, worldId))
    const follower = new MessageFollower(this.#parts, { worldId, ticket, topics })
    const leave = () => {
      follower.end()
      this.#streams.remove(ticket, follower)
      feed.followers.delete(follower)
      if (feed.followers.size === 0 && this.#feeds.get(worldId) === feed) this.#feeds.delete(worldId)
    }
    feed.followers.add(follower)
    this.#streams.admitForOldest(ticket, follower)?.end()
    // A generator that was never started does not run its `finally`.
    signal.addEventListener('abort', leave, { once: true })
    if (this.#ending || signal.aborted) leave()
    try {
      await feed.begin()
      const events = follower.events(beginAfter(await findNewestId(this.#parts.db, worldId), after))
      return untilFailure(events, { failed: this.#logFailure, leave })
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Sends a heartbeat to every stream, and ends those whose server may no longer follow the messages. */
  async heartbeat(): Promise<void> {
    for (const follower of this.#streams.all())
      follower.reportHeartbeat(this.#feeds.get(follower.worldId)?.position?.after ?? 0)
    for (const some of slices([...this.#streams.all()]))
      await Promise.all(some.map((follower) => endIfRefused(this.#parts, follower)))
  }

  /** Ends all streams, present and future. */
  end(): void {
    this.#ending = true
    for (const follower of this.#streams.all()) follower.end()
  }

  readonly #logFailure = (error: Error): void =>
    this.#parts.log.error({ error: error.message }, 'messages between servers could not be read')
}

/** Ends a stream when its messages cannot be read. A new stream continues after the last one. */
async function* untilFailure(
  events: AsyncGenerator<MessageEvent, void>,
  { failed, leave }: { failed(error: Error): void; leave(): void },
): AsyncGenerator<MessageEvent, void> {
  try {
    yield* events
  } catch (error) {
    failed(error as Error)
  } finally {
    leave()
  }
}

/** Ends a stream whose server has no valid ticket any more, or whose place has left the world. */
async function endIfRefused(parts: Parts, follower: MessageFollower): Promise<void> {
  try {
    const { worldId } = await requireDataServer(parts, follower.ticket)
    if (worldId !== follower.worldId) follower.end()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    follower.end()
  }
}

function* slices<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < all.length; at += perStatement) yield all.slice(at, at + perStatement)
}
