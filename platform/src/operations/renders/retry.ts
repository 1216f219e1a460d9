import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { findRender, type RenderRow, type Renders } from '../../rendering/door.ts'
import { retryInput } from './input.ts'
import { listFailedRenders } from './queries.ts'

/** Maximum number of renders that one action retries. */
const maxRetries = 1_000

interface Retrying {
  db: Db
  now: Clock
  renders: Renders
}

const access = { scope: 'moderate', level: permissionLevel.catalogManager } as const

/**
 * @returns whether the render is retried.
 * @throws InvalidFields `subject`
 */
export const retryRender = useCase(
  {
    ...access,
    summary:
      'Retries a failed render, or one whose pictures leave out a broken item. Renders in any other state are left alone.',
    input: retryInput,
  },
  async (platform: Retrying, actor, { subject }): Promise<boolean> => {
    const count = await requestRetries(platform, actor, async (db) => {
      const render = await findRender(db, subject)
      return render && (render.state === 'failed' || render.omitted !== null) ? [render] : []
    })
    return count > 0
  },
)

export const retryFailedRenders = useCase(
  { ...access, summary: 'Retries failed renders. Returns their number.', input: noInput },
  async (platform: Retrying, actor): Promise<number> =>
    requestRetries(platform, actor, (db) => listFailedRenders(db, maxRetries)),
)

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
