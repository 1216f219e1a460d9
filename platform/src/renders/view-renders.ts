import { type Actor, permissionLevel } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import type { RenderRow } from './queries.ts'
import { countRenders, findSubjectNames, listFailedRenders, listQueuedRenders } from './queries.ts'
import { type RenderState, type RenderSubject, subjectOf } from './rules.ts'

/** One page is all there is: with more than that, what is wrong is not a single picture. */
const shown = 50

export interface ViewedRender {
  subject: RenderSubject
  /** Of the user or the asset; null: it is gone. */
  name: string | null
  /** Where it is shown. */
  link: string | null
  state: RenderState
  attempts: number
  requested: number
  finished: number | null
  reason: string | null
}

export interface ViewedRenders {
  waiting: number
  drawing: number
  failed: number
  /** How long the first in the queue has waited, in milliseconds; null: nobody waits. */
  waited: number | null
  queue: ViewedRender[]
  failures: ViewedRender[]
}

/** What is to be drawn, and what could not be. @throws Refused `forbidden` below level 3 */
export async function viewRenders({ db, now }: { db: Db; now: Clock }, actor: Actor): Promise<ViewedRenders> {
  requireCatalogManager(actor)
  const queue = await listQueuedRenders(db, shown)
  const failures = await listFailedRenders(db, shown)
  const names = await findSubjectNames(
    db,
    [...queue, ...failures].map(({ subject }) => subject),
  )
  const view = ({ subject, state, attempts, requested, finished, reason }: RenderRow): ViewedRender => {
    const { assetId } = subjectOf(subject)
    const name = names.get(subject) ?? null
    const link = name === null ? null : assetId === undefined ? `/user/${name}` : `/catalog/${assetId}`
    return { subject, name, link, state, attempts, requested, finished, reason }
  }
  const oldest = queue.find(({ state }) => state === 'waiting')
  return {
    ...(await countRenders(db)),
    waited: oldest ? Math.max(0, now() - oldest.requested) : null,
    queue: queue.map(view),
    failures: failures.map(view),
  }
}

/** @throws Refused `forbidden` */
export function requireCatalogManager(actor: Actor): void {
  if (actor.permissionLevel < permissionLevel.catalogManager) {
    throw new Refused('forbidden', 'You do not have permission for this')
  }
}
