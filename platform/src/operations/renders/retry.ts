import type { Clock } from '@baseplate/service/clock'
import { recordAction } from '../../accounts/audit/record-action.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { findRender, type RenderRow } from '../../rendering/queries.ts'
import type { Renders } from '../../rendering/renders.ts'
import { retryInput } from './input.ts'
import { listFailedRenders } from './queries.ts'
import { requireCatalogManager } from './view.ts'

/** Maximum number of renders that one action retries. */
const maxRetries = 1_000

interface Retrying {
  db: Db
  now: Clock
  renders: Renders
}

/**
 * Retries a failed render, or one whose pictures leave out a broken item. Renders in any other state are left alone.
 *
 * @returns whether the render is retried.
 * @throws InvalidFields `subject`; Refused `forbidden` below level 3
 */
export async function retryRender(platform: Retrying, actor: Actor, input: unknown): Promise<boolean> {
  requireCatalogManager(actor)
  const { subject } = parseInput(retryInput, input)
  const count = await requestRetries(platform, actor, async (db) => {
    const render = await findRender(db, subject)
    return render && (render.state === 'failed' || render.omitted !== null) ? [render] : []
  })
  return count > 0
}

/** Retries failed renders. Returns their number. @throws Refused `forbidden` below level 3 */
export async function retryFailedRenders(platform: Retrying, actor: Actor): Promise<number> {
  requireCatalogManager(actor)
  return requestRetries(platform, actor, (db) => listFailedRenders(db, maxRetries))
}

async function requestRetries(
  { db, now, renders }: Retrying,
  actor: Actor,
  find: (db: Db) => Promise<RenderRow[]>,
): Promise<number> {
  const count = await db.transaction().execute(async (db) => {
    const failed = await find(db)
    for (const { subject, priority, reason, omitted } of failed) {
      await renders.request(db, subject, priority)
      await recordAction(
        db,
        { actor, action: 'retryrender', subject, before: { reason: reason ?? omitted }, after: null },
        now(),
      )
    }
    return failed.length
  })
  renders.wake()
  return count
}
