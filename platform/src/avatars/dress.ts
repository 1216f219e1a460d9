import { isPaletteNumber } from '@baseplate/renderer/palette'
import { z } from 'zod'
import { lockUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import { owns } from '../assets/ownership/queries.ts'
import { lockAsset } from '../assets/queries.ts'
import { assetNotFound } from '../assets/rules.ts'
import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { invalid, parseInput } from '../foundation/input.ts'
import type { Renders } from '../rendering/renders.ts'
import { renderPriority, userSubject } from '../rendering/rules.ts'
import { deleteWorn, findWorn, insertWorn, setBodyColours } from './queries.ts'
import { makeRoom, whyNotWear } from './rules.ts'

interface Dressing {
  db: Db
  renders: Renders
}

const colour = z
  .string(invalid('avatars.colour_missing'))
  .regex(/^\d{1,5}$/, invalid('avatars.colour_invalid'))
  .transform(Number)
  .refine(isPaletteNumber, invalid('avatars.colour_invalid'))

/** Palette numbers of the body parts. */
const coloursInput = z.object({
  head: colour,
  torso: colour,
  leftArm: colour,
  rightArm: colour,
  leftLeg: colour,
  rightLeg: colour,
})

/** Sets the actor's body colours. @throws InvalidFields for each body part without a palette colour */
export async function setColours(platform: Dressing, actor: Actor, input: unknown): Promise<void> {
  const { leftArm, rightArm, leftLeg, rightLeg, ...colours } = parseInput(coloursInput, input)
  await changeAppearance(platform, actor, async (db) => {
    await setBodyColours(db, actor.id, {
      ...colours,
      left_arm: leftArm,
      right_arm: rightArm,
      left_leg: leftLeg,
      right_leg: rightLeg,
    })
    return true
  })
}

const itemInput = z.object({
  id: z
    .string(invalid('avatars.item_missing'))
    .regex(/^\d{1,9}$/, invalid('assets.not_found'))
    .transform(Number),
})

/**
 * Puts an asset on. Replaces the worn item of a type of which an avatar wears only one.
 *
 * @throws InvalidFields `id`; Refused `missing`: no such asset; `invalid`: the actor does not own it, it is not visible or not
 * wearable, or it would be the fourth hat.
 */
export async function wear(platform: Dressing, actor: Actor, input: unknown): Promise<{ name: string }> {
  const { id } = parseInput(itemInput, input)
  let name = ''
  await changeAppearance(platform, actor, async (db) => {
    // A takedown waits for the lock. Otherwise the asset would be worn after it was taken off everyone.
    const asset = await lockAsset(db, id)
    if (!asset) throw assetNotFound()
    const refusal = whyNotWear(asset, await owns(db, actor.id, id))
    if (refusal) throw new Refused(refusal)
    name = asset.name
    const worn = await findWorn(db, actor.id)
    if (worn.some((item) => item.id === id)) return false
    const removed = makeRoom(worn, asset.type)
    if (!removed) throw new Refused('avatars.too_many_hats')
    await deleteWorn(db, actor.id, removed)
    await insertWorn(db, actor.id, id)
    return true
  })
  return { name }
}

/** Takes an asset off. Does nothing when it is not worn. @throws InvalidFields `id` */
export async function takeOff(platform: Dressing, actor: Actor, input: unknown): Promise<void> {
  const { id } = parseInput(itemInput, input)
  await changeAppearance(platform, actor, (db) => deleteWorn(db, actor.id, [id]))
}

/**
 * Runs a change of the actor's appearance, and requests new pictures if it changed anything. Changes of one user run one at a
 * time, so that two tabs cannot exceed a limit together.
 */
async function changeAppearance(
  { db, renders }: Dressing,
  actor: Actor,
  change: (db: Db) => Promise<boolean>,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    if (await change(db)) await renders.request(db, userSubject(actor.id), renderPriority.newAppearance)
  })
  renders.wake()
}
