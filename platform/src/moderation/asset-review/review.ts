import type { Actor } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/queries.ts'
import { fileReplaced } from '../../assets/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import type { Renders } from '../../rendering/renders.ts'
import { type Decision, decide } from './decide.ts'
import { reviewed } from './hold.ts'
import { approveInput, refuseInput } from './input.ts'
import { permitReviewing } from './permit.ts'
import type { Purges } from './purge.ts'

export interface Reviewing {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
  renders: Renders
  purges: Purges
}

/**
 * Everybody sees the asset from now on. Its creator is told.
 *
 * @param input `id`, `file`
 * @throws Refused `forbidden`, `missing`; `invalid`: somebody has looked at it already, or looks at it now, or its file is
 * another one than `file`.
 */
export async function approveAsset(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  permitReviewing(actor)
  const { id, file } = parseInput(approveInput, input)
  return review(platform, actor, id, {
    to: 'Visible',
    action: 'approveasset',
    file,
    noteOf: (name) => `“${name}” was approved`,
  })
}

/**
 * Nobody gets the asset from now on. Its creator is told why.
 *
 * @param input `id`, `file`, `reason`
 * @throws as `approveAsset`; InvalidFields `reason`.
 */
export async function refuseAsset(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  permitReviewing(actor)
  const { id, file, reason } = parseInput(refuseInput, input)
  return review(platform, actor, id, {
    to: 'Moderated',
    action: 'refuseasset',
    file,
    reason,
    noteOf: (name) => `“${name}” was not approved: ${reason}`,
  })
}

type Verdict = Pick<Decision, 'to' | 'action' | 'file' | 'reason'> & { noteOf: (name: string) => string }

async function review(
  platform: Reviewing,
  actor: Actor,
  id: number,
  { noteOf, ...verdict }: Verdict,
): Promise<{ name: string }> {
  const asset = await findAsset(platform.db, id)
  if (!asset) throw new Refused('missing', 'Asset not found')
  await platform.db.transaction().execute(async (db) => {
    const decision: Decision = { ...verdict, from: 'Pending', note: noteOf(asset.name) }
    // Of two who look at it at the same moment, one decides.
    if (await decide(platform, db, actor, asset, decision, platform.now())) return
    throw (await findAsset(db, id))?.visibility === 'Pending' ? fileReplaced() : reviewed()
  })
  await afterDecision(platform, asset, verdict.to)
  return { name: asset.name }
}

/** What follows the commit of a decision. */
export async function afterDecision(
  platform: Pick<Reviewing, 'inbox' | 'renders' | 'purges'>,
  asset: { id: number; creator_id: string | null },
  to: Decision['to'],
): Promise<void> {
  await platform.purges.runNow(asset.id)
  if (to === 'Visible') platform.renders.wake()
  if (asset.creator_id !== null) platform.inbox.wake(asset.creator_id)
}
