import { setTimeout } from 'node:timers/promises'
import { listLiveSessions } from '../accounts/sessions/queries.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { openSignals } from '../foundation/database/signals.ts'
import type { Logger } from '../foundation/log.ts'
import { createFollower, type Follower, type InboxEvent, type Position } from './follow.ts'
import { listInboxVersions } from './queries.ts'

/**
 * As many devices as one may have the site open on: all tabs of a browser share one. An open stream takes 47 KiB of resident
 * memory, of which a bare Node.js server takes 20 for the connection (measured once with 10,000, on Linux).
 */
const followersPerUser = 10

/** Looked after by one statement; whatever else there is to do gets its turn in between: a heartbeat of 10,000 takes two seconds. */
const perSlice = 100
const betweenSlicesMs = 10

/** In a signal between processes, a user's id alone means news. After this prefix it means that sessions have changed. */
const recheckPrefix = 'sessions:'

/** Live inboxes: those who look at the site are told of what is new to them while they look. */
export interface Inbox {
  /**
   * Something in the user's inbox was changed, and committed. Only a hint, to all processes: whoever follows the inbox
   * then reads what is new, so that one too many does no harm, and one that gets lost is made up for by the next heartbeat.
   */
  wake(userId: string): void
  /**
   * Ends, in all processes, the user's streams whose session has ended or whose user is moderated. Called after the commit.
   * The next heartbeat makes up for a lost signal.
   */
  recheckSessions(userId: string): void
  /**
   * What comes to an inbox, from now until the signal is given, the session has ended, or this process stops. Nothing
   * is read ahead of whoever takes it. Of too many followers of one inbox, the oldest is told so, and ends.
   */
  follow(position: Position, signal: AbortSignal): AsyncGenerator<InboxEvent, void>
  /** Lets everybody who follows hear that the line is alive, and looks for what they have missed, or must no longer hear. */
  heartbeat(): Promise<void>
  /** How many follow, in this process. */
  followers(): number
  /** Ends all following, and nobody follows from now on: the process is about to stop. */
  endWaits(): void
  close(): Promise<void>
}

interface Parts {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'databaseUrl' | 'databaseListenUrl'>
}

export function createInbox({ db, now, log, config }: Parts): Inbox {
  const followers = new Map<string, Set<Follower>>()
  let ending = false

  const all = () => [...followers.values()].flatMap((some) => [...some])

  const add = (follower: Follower) => {
    const some = followers.get(follower.userId) ?? new Set()
    followers.set(follower.userId, some.add(follower))
    const [oldest] = some
    if (some.size > followersPerUser) {
      oldest?.end('crowded')
      if (oldest) some.delete(oldest)
    }
  }

  const remove = (follower: Follower) => {
    const some = followers.get(follower.userId)
    some?.delete(follower)
    if (some?.size === 0) followers.delete(follower.userId)
  }

  const wakeHere = (userId: string) => {
    for (const follower of followers.get(userId) ?? []) follower.tellNews()
  }

  /** What one of them needs, all of them are asked together. */
  const lookAfter = async (some: readonly Follower[]) => {
    const hashes = some.map(({ sessionHash }) => sessionHash)
    const sessions = new Set(await listLiveSessions(db, hashes, now()))
    const userIds = some.map(({ userId }) => userId)
    const versions = new Map(
      (await listInboxVersions(db, userIds)).map(({ user_id, version }) => [user_id, version]),
    )
    for (const follower of some) {
      if (!sessions.has(follower.sessionHash)) follower.end('over')
      else if ((versions.get(follower.userId) ?? 0) !== follower.version) follower.tellNews()
      follower.tellBeat()
    }
  }

  const heartbeat = async () => {
    const present = all()
    for (let at = 0; at < present.length && !ending; at += perSlice) {
      await lookAfter(present.slice(at, at + perSlice))
      if (at + perSlice < present.length) await setTimeout(betweenSlicesMs)
    }
  }

  const logFailure = (error: Error) => log.error({ error: error.message }, 'no inbox was looked at')

  const recheckHere = (userId: string) => {
    const some = followers.get(userId)
    if (some) lookAfter([...some]).catch(logFailure)
  }

  const signals = openSignals(
    { url: config.databaseListenUrl ?? config.databaseUrl, channel: 'baseplate_inbox' },
    {
      heard(word) {
        if (word.startsWith(recheckPrefix)) recheckHere(word.slice(recheckPrefix.length))
        else wakeHere(word)
      },
      missed: () => heartbeat().catch(logFailure),
    },
    log,
  )

  return {
    wake(userId) {
      wakeHere(userId)
      signals.send(userId)
    },
    recheckSessions(userId) {
      recheckHere(userId)
      signals.send(recheckPrefix + userId)
    },
    async *follow(position, signal) {
      if (ending || signal.aborted) return
      const follower = createFollower(db, position)
      signal.addEventListener('abort', () => follower.end('over'), { once: true })
      add(follower)
      try {
        yield* follower.events()
      } finally {
        remove(follower)
      }
    },
    heartbeat,
    followers: () => all().length,
    endWaits() {
      ending = true
      for (const follower of all()) follower.end('over')
    },
    close: signals.close,
  }
}
