import { lockUsers, removePortraits } from '../../accounts/queries.ts'
import { indexReferences } from '../../assets/files/index-references.ts'
import {
  beginPurge,
  endPurge,
  listParts,
  movePurge,
  type PurgeRow,
} from '../../assets/files/purge-queries.ts'
import { listReferrers } from '../../assets/files/references.ts'
import { deleteWearers, listWearers } from '../../avatars/queries.ts'
import type { Db } from '../../database.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'
import { removePictures } from '../../rendering/place-pictures.ts'
import { countWaiting, setPreview } from '../../rendering/queries.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetSubject, renderPriority, userSubject } from '../../rendering/rules.ts'
import { documentsAtOnce, purgedAtOnce, redrawnAtOnce } from './rules.ts'

export interface Purging {
  db: Db
  files: Files
  renders: Renders
  log: Logger
}

/** Does the next part of a purge, which is a transaction; answers false when that has to wait. */
export async function purgePart(platform: Purging, purge: PurgeRow): Promise<boolean> {
  const { db, renders } = platform
  if (purge.step === 'looks' && (await countWaiting(db, renderPriority.missing)) >= redrawnAtOnce)
    return false
  await parts[purge.step](platform, purge)
  renders.wake()
  return true
}

const parts: Record<PurgeRow['step'], (platform: Purging, purge: PurgeRow) => Promise<void>> = {
  wearers: takeOffPart,
  documents: findDocumentsPart,
  pictures: redrawPart,
  looks: redrawPart,
}

/** Takes it off the next people who wear it. */
async function takeOffPart(platform: Purging, purge: PurgeRow): Promise<void> {
  const { db, files, renders } = platform
  const wearers = await listWearers(db, purge.asset_id, { after: '', limit: purgedAtOnce })
  // Before the asset is taken off, so that wearers are found again after a crash in between. Pictures that are still being
  // drawn belong to an earlier request and are discarded.
  await removePictures(files, wearers.map(userSubject))
  await db.transaction().execute(async (db) => {
    const { userIds, more } = await deleteWearers(db, purge.asset_id, wearers)
    await requestOthers(renders, db, userIds)
    if (!more) await endPurge(db, purge)
  })
}

/** Asks for new pictures of the next people who wear it. */
async function redrawPart(platform: Purging, purge: PurgeRow): Promise<void> {
  const { db, files, renders } = platform
  const { asset_id, step, position } = purge
  const userIds = await listWearers(db, asset_id, { after: position, limit: purgedAtOnce })
  if (step === 'pictures') await removePictures(files, userIds.map(userSubject))
  await db.transaction().execute(async (db) => {
    const last = userIds.at(-1)
    if (last === undefined) {
      await endPurge(db, purge)
      return
    }
    await lockUsers(db, userIds)
    if (step === 'pictures') await requestOthers(renders, db, userIds)
    else await renders.requestAll(db, userIds.map(userSubject), renderPriority.missing)
    await movePurge(db, purge, last)
  })
}

/** Requests new pictures of users and withdraws the old ones. The caller has locked the users. */
async function requestOthers(renders: Renders, db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await removePortraits(db, userIds)
  await renders.requestAll(db, userIds.map(userSubject), renderPriority.purged)
}

/** Has the next assets drawn anew whose documents show it, and those who wear them. */
async function findDocumentsPart(platform: Purging, purge: PurgeRow): Promise<void> {
  // What is not indexed yet would be missed. The purge goes on when all is.
  if (await indexReferences(platform)) return
  const { db, files, renders } = platform
  const { asset_id, position } = purge
  const shown = [asset_id, ...(await listParts(db, asset_id))]
  const found = await listReferrers(db, shown, { after: Number(position), limit: documentsAtOnce })
  const last = found.at(-1)
  await removePictures(files, found.map(assetSubject))
  await db.transaction().execute(async (db) => {
    for (const id of found) {
      await setPreview(db, assetSubject(id), null)
      await renders.request(db, assetSubject(id), renderPriority.thumbnail)
      await beginPurge(db, { asset_id: id, step: 'pictures' })
    }
    if (last !== undefined) await movePurge(db, purge, String(last))
    else await endPurge(db, purge)
  })
}
