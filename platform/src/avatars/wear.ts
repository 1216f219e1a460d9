import { lockUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import { owns } from '../assets/ownership.ts'
import { holdAsset } from '../assets/queries.ts'
import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import type { Renders } from '../rendering/renders.ts'
import { renderPriority, userSubject } from '../rendering/rules.ts'
import { itemInput } from './input.ts'
import { deleteWorn, findWorn, insertWorn } from './queries.ts'
import { makeRoom, wearFault } from './rules.ts'

interface Dressing {
  db: Db
  renders: Renders
}

/**
 * Puts an asset on. Of what one wears one of, the other one is taken off.
 *
 * @throws InvalidFields `id`; Refused `missing`: no such asset; `invalid`: it is not theirs, not visible, not for wearing,
 * or one hat too many.
 */
export async function wear(platform: Dressing, actor: Actor, input: unknown): Promise<{ name: string }> {
  const { id } = parseInput(itemInput, input)
  const name = await platform.db.transaction().execute(async (db) => {
    // One change of somebody's looks after the other: two tabs do not wear four hats.
    await lockUser(db, actor.id)
    // What is moderated at this moment is not put on any more: it would stay on.
    const asset = await holdAsset(db, id)
    if (!asset) throw new Refused('missing', 'Asset not found')
    const fault = wearFault(asset, await owns(db, actor.id, id))
    if (fault) throw new Refused('invalid', fault)
    const worn = await findWorn(db, actor.id)
    if (worn.some((item) => item.id === id)) return asset.name
    const removed = makeRoom(worn, asset.type)
    if (!removed) throw new Refused('invalid', 'You can wear three hats. Take one off first.')
    await deleteWorn(db, actor.id, removed)
    await insertWorn(db, actor.id, id)
    await platform.renders.request(db, userSubject(actor.id), renderPriority.newLooks)
    return asset.name
  })
  platform.renders.wake()
  return { name }
}

/** Takes an asset off; nothing happens when it is not worn. @throws InvalidFields `id` */
export async function takeOff(platform: Dressing, actor: Actor, input: unknown): Promise<void> {
  const { id } = parseInput(itemInput, input)
  await platform.db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    if (!(await deleteWorn(db, actor.id, [id]))) return
    await platform.renders.request(db, userSubject(actor.id), renderPriority.newLooks)
  })
  platform.renders.wake()
}
