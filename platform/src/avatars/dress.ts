import type { Actor } from '../accounts/rules.ts'
import { owns } from '../assets/ownership/queries.ts'
import { lockAsset } from '../assets/queries.ts'
import { assetNotFound } from '../assets/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { changeAppearance, type Dressing, replaceWorn } from './change-appearance.ts'
import { coloursInput, hasColours, itemInput, lookInput } from './input.ts'
import { deleteWorn, findWorn, insertWorn, setBodyColours } from './queries.ts'
import { makeRoom, whyNotWear } from './rules.ts'

/** Sets the actor's body colours. @throws InvalidFields for each body part without a palette colour */
export async function setColours(platform: Dressing, actor: Actor, input: unknown): Promise<void> {
  const colours = parseInput(coloursInput, input)
  await changeAppearance(platform, actor, async (db) => {
    await setBodyColours(db, actor.id, colours)
    return true
  })
}

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
 * Makes the actor wear exactly these items, as far as they own them and an avatar can wear them together. Body colours change
 * only if they are given.
 *
 * @throws InvalidFields
 */
export async function dress(platform: Dressing, actor: Actor, input: unknown): Promise<void> {
  const { items } = parseInput(lookInput, input)
  const colours = hasColours(input) ? parseInput(coloursInput, input) : undefined
  await changeAppearance(platform, actor, async (db) => {
    if (colours) await setBodyColours(db, actor.id, colours)
    return (await replaceWorn(db, actor.id, items)).changed || colours !== undefined
  })
}
