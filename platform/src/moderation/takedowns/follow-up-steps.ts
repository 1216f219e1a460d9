import type { Logger } from '@baseplate/service/log'
import type { Files } from '@baseplate/storage/files'
import { lockUsers } from '../../accounts/door.ts'
import { listParts, listReferrers } from '../../assets/door.ts'
import { deleteWearers, listWearers } from '../../avatars/door.ts'
import type { Db } from '../../foundation/database.ts'
import {
  advanceFollowUp,
  enqueueFollowUp,
  type FollowUpRow,
  finishFollowUp,
} from '../../foundation/follow-ups.ts'
import type { TakedownEnforcement } from '../../places/door.ts'
import { countWaiting, deletePreviews, type Renders, removePictures } from '../../rendering/door.ts'
import { assetSubject, renderPriority, userSubject } from '../../rendering/rules.ts'
import {
  type FollowUpStep,
  maxWaitingRenders,
  referrersPerPart,
  stepPriority,
  wearersPerPart,
} from './rules.ts'

export interface FollowingUp {
  db: Db
  files: Files
  renders: Renders
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
  log: Logger
}

type Step = (platform: FollowingUp, row: FollowUpRow) => Promise<boolean>

/** After a crash, a step repeats its last part, so every part is idempotent. */
const steps: Record<FollowUpStep, Step> = {
  unwear,
  'end-sessions': endSessions,
  'rerender-referrers': rerenderReferrers,
  'rerender-wearers': rerenderWearers,
  'refresh-wearers': refreshWearers,
}

/** Runs one part of a step, and returns false if the step has to wait. */
export async function runStep(platform: FollowingUp, row: FollowUpRow): Promise<boolean> {
  const step: Step | undefined = steps[row.step as FollowUpStep]
  if (!step) throw new Error(`unknown step ${row.step}`)
  const ran = await step(platform, row)
  if (ran) platform.renders.wake()
  return ran
}

const assetIdOf = ({ subject }: FollowUpRow) => Number(subject.slice('asset:'.length))

async function unwear({ db, files, renders }: FollowingUp, row: FollowUpRow): Promise<boolean> {
  const assetId = assetIdOf(row)
  const wearers = await listWearers(db, assetId, { after: '', limit: wearersPerPart })
  // The pictures go first: after a crash here, the item is still worn and the step finds its wearers again. Renders in progress
  // belong to an earlier request, so their pictures are discarded.
  await removePictures(files, wearers.map(userSubject))
  await db.transaction().execute(async (trx) => {
    const { userIds, more } = await deleteWearers(trx, assetId, wearers)
    await withdrawPictures(renders, trx, userIds)
    if (!more) await finishFollowUp(trx, row)
  })
  return true
}

/** The enforcement's job retries servers that the orchestrator could not close. */
async function endSessions({ db, takedownEnforcement }: FollowingUp, row: FollowUpRow): Promise<boolean> {
  await takedownEnforcement.enforce()
  await finishFollowUp(db, row)
  return true
}

async function rerenderReferrers({ db, files, renders }: FollowingUp, row: FollowUpRow): Promise<boolean> {
  const assetId = assetIdOf(row)
  const shown = [assetId, ...(await listParts(db, assetId))]
  const found = await listReferrers(db, shown, { after: Number(row.position), limit: referrersPerPart })
  const last = found.at(-1)
  await removePictures(files, found.map(assetSubject))
  await db.transaction().execute(async (trx) => {
    for (const subject of found.map(assetSubject)) {
      await deletePreviews(trx, [subject])
      await renders.request(trx, subject, renderPriority.thumbnail)
      const step: FollowUpStep = 'rerender-wearers'
      await enqueueFollowUp(trx, { subject, step, priority: stepPriority[step] })
    }
    if (last !== undefined) await advanceFollowUp(trx, row, String(last))
    else await finishFollowUp(trx, row)
  })
  return true
}

async function rerenderWearers({ db, files, renders }: FollowingUp, row: FollowUpRow): Promise<boolean> {
  return forNextWearers(db, row, {
    before: (userIds) => removePictures(files, userIds.map(userSubject)),
    inside: (trx, userIds) => withdrawPictures(renders, trx, userIds),
  })
}

async function refreshWearers({ db, renders }: FollowingUp, row: FollowUpRow): Promise<boolean> {
  if ((await countWaiting(db, renderPriority.missing)) >= maxWaitingRenders) return false
  return forNextWearers(db, row, {
    inside: (trx, userIds) => renders.requestAll(trx, userIds.map(userSubject), renderPriority.missing),
  })
}

interface Part {
  before?: (userIds: readonly string[]) => Promise<void>
  /** Runs in the transaction that has locked the users. */
  inside: (db: Db, userIds: readonly string[]) => Promise<void>
}

/** Runs a part for the next wearers of the item, or finishes the step after the last one. */
async function forNextWearers(db: Db, row: FollowUpRow, { before, inside }: Part): Promise<boolean> {
  const userIds = await listWearers(db, assetIdOf(row), { after: row.position, limit: wearersPerPart })
  const last = userIds.at(-1)
  if (last === undefined) {
    await finishFollowUp(db, row)
    return true
  }
  await before?.(userIds)
  await db.transaction().execute(async (trx) => {
    await lockUsers(trx, userIds)
    await inside(trx, userIds)
    await advanceFollowUp(trx, row, last)
  })
  return true
}

/** Withdraws the pictures of users and requests new ones. The caller has locked the users. */
async function withdrawPictures(renders: Renders, db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await deletePreviews(db, userIds.map(userSubject))
  await renders.requestAll(db, userIds.map(userSubject), renderPriority.purged)
}
