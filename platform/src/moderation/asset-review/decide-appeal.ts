import { record } from '../../accounts/audit/record.ts'
import { findUser } from '../../accounts/queries.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import { type AssetRow, findAsset } from '../../assets/queries.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { notify } from '../../notifications/notify.ts'
import { appealDecided, appealEnded, noSuchAppeal } from '../actions/appeal-refusals.ts'
import { findAssetAppeal, settleAssetAppeal } from './appeal-queries.ts'
import { decide } from './decide.ts'
import { decideInput } from './input.ts'
import { findRefusal } from './queries.ts'
import { afterDecision, type Reviewing } from './review.ts'
import { whyNotDecide } from './rules.ts'

/**
 * Decides on an appeal against what became of an asset; a granted one has everybody see it. Whoever refused it does not decide.
 * Its creator is told both ways.
 *
 * @param input `id`, `number`, `decision`, `answer`
 * @throws InvalidFields; Refused `forbidden` below level 4, for the moderator who refused it and its creator, and for
 * items of accounts of the actor's level or a higher one; `missing`: no such
 * appeal; `invalid`: it is decided, what it is about has ended, or it is still being taken off those who wore it.
 */
export async function decideAssetAppeal(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators decide on appeals')
  const { id, number, decision, answer } = parseInput(decideInput, input)
  const asset = await platform.db.transaction().execute(async (db) => {
    const asset = await findAsset(db, id)
    const appeal = await findAssetAppeal(db, id, number)
    if (!asset || !appeal) throw noSuchAppeal()
    const refusal = await findRefusal(db, id)
    if (appeal.decided !== null) throw appealDecided()
    if (asset.visibility !== 'Moderated' || refusal?.number !== number) throw appealEnded()
    const creator = asset.creator_id === null ? undefined : await findUser(db, asset.creator_id)
    const why = whyNotDecide(actor, {
      creator_id: asset.creator_id,
      creatorLevel: creator?.permission_level ?? null,
      moderator_id: refusal.moderator_id,
    })
    if (why !== undefined) throw new Refused('forbidden', why)
    const now = platform.now()
    const outcome = { decided: now, decision, answer, decided_by: actor.id }
    if (!(await settleAssetAppeal(db, { assetId: id, number }, outcome))) throw appealDecided()
    const about = { reason: refusal.reason, appeal: appeal.text }
    if (decision === 'Refused') {
      const audited = {
        action: 'refuseassetappeal',
        subject: `asset:${id}`,
        before: about,
        after: { answer },
      } as const
      await record(db, { actor, ...audited }, now)
      await tellRefused(db, asset, answer, now)
      return asset
    }
    const granted = await decide(
      platform,
      db,
      actor,
      asset,
      {
        from: 'Moderated',
        to: 'Visible',
        action: 'grantassetappeal',
        noted: { before: about, after: { answer } },
        note: `Your appeal for “${asset.name}” was granted: ${answer}`,
      },
      now,
    )
    if (!granted) throw appealEnded()
    return asset
  })
  if (decision === 'Granted') await afterDecision(platform, asset, 'Visible')
  else if (asset.creator_id !== null) platform.inbox.wake(asset.creator_id)
  return { name: asset.name }
}

async function tellRefused(db: Db, { id, name, creator_id }: AssetRow, answer: string, now: number) {
  if (creator_id === null) return
  const note = `Your appeal for “${name}” was not granted: ${answer}`
  const link = `/catalog/${id}/${slugOf(name)}`
  await notify(db, { recipientId: creator_id, senderId: null, type: 'appeal', note, link }, now)
}
