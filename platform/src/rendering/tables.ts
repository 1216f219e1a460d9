import type { Generated } from 'kysely'
import type { RenderPriority, RenderState, RenderSubject } from './rules.ts'

/** Times are Unix milliseconds. */
export interface RenderTables {
  /** The last request for pictures of each user and each asset. */
  renders: {
    subject: RenderSubject
    /** Replaced by every request, so that the result of an earlier request is recognised and discarded. */
    render_id: string
    state: RenderState
    priority: RenderPriority
    /** Edition of the renderer at the time of the request. */
    edition: number
    /** Number of started attempts. */
    attempts: number
    /** Number of attempts whose renderer disappeared without reporting a result. */
    losses: Generated<number>
    requested: number
    /** When the next attempt may start. While `drawing`: when the lease of the renderer expires. */
    due: number
    /** Null until the request is done or has failed. */
    finished: number | null
    /** Why the request, or its last attempt, failed. */
    reason: string | null
    /** Broken items that the pictures leave out, each with its reason. */
    omitted: Generated<string | null>
  }
  /** Small pictures that lists show. Triggers copy the names to `users.portrait` and `assets.thumbnail`. */
  previews: {
    subject: RenderSubject
    /** Beginning of the file's hex SHA-256, so that the address of a picture changes with it. */
    name: string
  }
}

declare module '../foundation/database.ts' {
  interface Database extends RenderTables {}
}
