import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Db } from '../foundation/database.ts'
import { listLiveSessions } from '../sign-in/door.ts'
import { Follower, type InboxEvent, type Position, type Topic, topics } from './follow.ts'
import { listInboxVersions } from './queries.ts'

/**
 * Maximum number of streams per user. All tabs of a browser share one. An open stream takes 47 KiB of resident memory, 20 of them
 * for its connection.
 */
const followersPerUser = 10

/** Followers per statement of a heartbeat. Other work gets its turn in between: a heartbeat of 10,000 takes two seconds. */
const perSlice = 100
const betweenSlicesMs = 10

/** In a signal between processes, a user's id alone means news. After this prefix it means that sessions have changed. */
const recheckPrefix = 'sessions:'

/** Signal of a change: this prefix, the topic, and the ids of the users, separated by commas. */
const changePrefix = 'changed:'

/** Streams of notifications to open pages. */
export interface Inbox {
  /**
   * Tells all processes that a change of the user's inbox was committed. It is a hint: followers read what is new, so a repeated
   * hint does no harm, and the next heartbeat makes up for a lost one.
   */
  wake(userId: string): void
  /**
   * Ends, in all processes, the user's streams whose session has ended or whose user is moderated. Called after the commit.
   * The next heartbeat makes up for a lost signal.
   */
  recheckSessions(userId: string): void
  /**
   * Tells the open pages of these users, in all processes, that what they show about a topic has changed. A process that may have
   * lost such a signal tells all its pages.
   */
  reportChange(userIds: readonly string[], topic: Topic): void
  /**
   * Yields the events of an inbox until the signal aborts, the session ends or the process stops. Nothing is read ahead of the
   * consumer. With too many streams of one inbox, the oldest gets `crowded` and ends.
   */
  follow(position: Position, signal: AbortSignal): AsyncGenerator<InboxEvent, void>
  /** Sends a heartbeat to every follower, delivers missed notifications, and ends streams without a valid session. */
  heartbeat(): Promise<void>
  /** Returns the number of streams of this process. */
  followers(): number
  /** Ends all streams and refuses new ones, because the process is about to stop. */
  endWaits(): void
}

interface Parts {
  db: Db
  now: Clock
  log: Logger
  signals: Signals
}

export function createInbox(parts: Parts): Inbox {
  const { db, log } = parts
  const followers = new OpenByClient<Follower>({ each: followersPerUser })
  let ending = false

  const heartbeat = () => checkAll(parts, [...followers.all()], () => ending)

  const wakeHere = (userId: string) => {
    for (const follower of followers.of(userId)) follower.reportNews()
  }

  const reportHere = (userIds: readonly string[], topic: Topic) => {
    for (const userId of userIds) for (const follower of followers.of(userId)) follower.reportChange(topic)
  }

  const logFailure = (error: Error) => log.error({ error: error.message }, 'the heartbeat of inboxes failed')

  const recheckHere = (userId: string) => {
    const some = followers.of(userId)
    if (some.length > 0) check(parts, some).catch(logFailure)
  }

  const send = parts.signals.open('inbox', {
    received: (signal) => handleSignal(signal, { wakeHere, recheckHere, reportHere }),
    connected: () => {
      heartbeat().catch(logFailure)
      for (const follower of followers.all()) for (const topic of topics) follower.reportChange(topic)
    },
  })

  return {
    wake(userId) {
      wakeHere(userId)
      send(userId)
    },
    recheckSessions(userId) {
      recheckHere(userId)
      send(recheckPrefix + userId)
    },
    reportChange(userIds, topic) {
      if (userIds.length === 0) return
      reportHere(userIds, topic)
      send(`${changePrefix}${topic}:${userIds.join(',')}`)
    },
    async *follow(position, signal) {
      if (!ending && !signal.aborted) yield* followAs(followers, new Follower(db, position), signal)
    },
    heartbeat,
    followers: () => followers.size,
    endWaits() {
      ending = true
      for (const follower of followers.all()) follower.end('over')
    },
  }
}

interface Here {
  wakeHere(userId: string): void
  recheckHere(userId: string): void
  reportHere(userIds: readonly string[], topic: Topic): void
}

/** Passes a signal of another process on to the streams of this one. */
function handleSignal(signal: string, here: Here): void {
  if (signal.startsWith(recheckPrefix)) here.recheckHere(signal.slice(recheckPrefix.length))
  else if (signal.startsWith(changePrefix)) {
    const [topic, userIds = ''] = signal.slice(changePrefix.length).split(':')
    here.reportHere(userIds.split(','), topic as Topic)
  } else here.wakeHere(signal)
}

async function checkAll(
  parts: Parts,
  followers: readonly Follower[],
  isEnding: () => boolean,
): Promise<void> {
  for (const slice of slices(followers)) {
    if (isEnding()) return
    await check(parts, slice)
    await setTimeout(betweenSlicesMs)
  }
}

function* slices(all: readonly Follower[]): Generator<readonly Follower[]> {
  for (let at = 0; at < all.length; at += perSlice) yield all.slice(at, at + perSlice)
}

/** Yields the events of a stream while it is one of the followers. If its user has too many, the oldest one ends. */
async function* followAs(
  followers: OpenByClient<Follower>,
  follower: Follower,
  signal: AbortSignal,
): AsyncGenerator<InboxEvent, void> {
  signal.addEventListener('abort', () => follower.end('over'), { once: true })
  followers.admitForOldest(follower.userId, follower)?.end('crowded')
  try {
    yield* follower.events()
  } finally {
    followers.remove(follower.userId, follower)
  }
}

/**
 * Ends streams without a valid session, and reports news and a heartbeat to the others. It takes one query for all sessions and one
 * for all inboxes.
 */
async function check({ db, now }: Pick<Parts, 'db' | 'now'>, followers: readonly Follower[]): Promise<void> {
  const hashes = followers.map(({ sessionHash }) => sessionHash)
  const sessions = new Set(await listLiveSessions(db, hashes, now()))
  const userIds = followers.map(({ userId }) => userId)
  const versions = new Map(
    (await listInboxVersions(db, userIds)).map(({ user_id, version }) => [user_id, version]),
  )
  for (const follower of followers) {
    if (!sessions.has(follower.sessionHash)) follower.end('over')
    else if ((versions.get(follower.userId) ?? 0) !== follower.version) follower.reportNews()
    follower.reportHeartbeat()
  }
}
