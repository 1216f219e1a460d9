import type { Generated } from 'kysely'
import type { RenderPriority, RenderState, RenderSubject } from './rules.ts'

/** Times are Unix milliseconds. */
export interface RenderTables {
  /** The last request for pictures of each user and each asset. */
  renders: {
    subject: RenderSubject
    /** Another one for each request: what was begun for an earlier one is of no use any more. */
    render_id: string
    state: RenderState
    priority: RenderPriority
    /** The renderer's, when it was asked for; 0: of a time before there were any. */
    edition: Generated<number>
    /** How often it was begun. */
    attempts: number
    /** How often it was begun by a renderer that was not heard of again. */
    losses: Generated<number>
    requested: number
    /** Nobody begins it earlier: for what is being drawn, when its renderer is taken for lost. */
    due: number
    /** Null until it is done or has failed. */
    finished: number | null
    /** Why it failed, or failed last. */
    reason: string | null
    /** Of what is done: the broken items that the pictures leave out, and why. */
    omitted: Generated<string | null>
  }
}
