import { type Clock, second } from '@baseplate/service/clock'
import type { Db } from '../foundation/database.ts'
import type { RenderSubject } from './rules.ts'

/** Interval at which the renders that clients wait for are polled. */
const intervalMs = 250

/**
 * A render that finished this long before a follower came counts as well, because its commit may have come later. Followers must
 * therefore compare what was drawn with what they had.
 */
const commitMs = second

/**
 * Notifies followers when any process has drawn the pictures of a subject. All followers share one query per interval, and there is
 * none without followers.
 */
export interface RenderWatch {
  /** Follows a subject from now on. `drawn` is called once for each render. Returns a function that stops. */
  follow(subject: RenderSubject, drawn: () => void): () => void
}

interface Follower {
  subject: RenderSubject
  /** Renders that finished before this time do not count. */
  since: number
  /** When the render finished that was reported last. */
  reported?: number
  drawn: () => void
}

export function createRenderWatch({ db, now }: { db: Db; now: Clock }): RenderWatch {
  const followers = new Set<Follower>()
  let timer: NodeJS.Timeout | undefined

  const look = async () => {
    const finished = await listFinished(db, new Set([...followers].map(({ subject }) => subject)))
    for (const follower of followers) {
      const at = finished.get(follower.subject) ?? 0
      if (at < follower.since || at === follower.reported) continue
      follower.reported = at
      follower.drawn()
    }
  }

  const schedule = () => {
    timer = setTimeout(async () => {
      // While the database is unavailable, followers wait until they give up.
      await look().catch(() => {})
      timer = undefined
      if (followers.size > 0) schedule()
    }, intervalMs)
    timer.unref()
  }

  return {
    follow(subject, drawn) {
      const follower: Follower = { subject, since: now() - commitMs, drawn }
      followers.add(follower)
      if (!timer) schedule()
      return () => {
        followers.delete(follower)
      }
    },
  }
}

/** Returns when the pictures of each subject were drawn, without subjects whose last request is not done. */
async function listFinished(
  db: Db,
  subjects: ReadonlySet<RenderSubject>,
): Promise<ReadonlyMap<RenderSubject, number>> {
  if (subjects.size === 0) return new Map()
  const rows = await db
    .selectFrom('renders')
    .select(['subject', 'finished'])
    .where('subject', 'in', [...subjects])
    .where('state', '=', 'done')
    .execute()
  return new Map(rows.map(({ subject, finished }) => [subject, finished ?? 0]))
}
