import { useCase } from '../accounts/door.ts'
import { lockAsset, owns } from '../assets/door.ts'
import { assetNotFound } from '../assets/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { changeAppearance, type Dressing, replaceWorn } from './change-appearance.ts'
import { coloursInput, dressInput, itemInput } from './input.ts'
import { deleteWorn, findWorn, insertWorn, setBodyColours } from './queries.ts'
import { makeRoom, whyNotWear } from './rules.ts'

/** @throws InvalidFields for each body part without a palette colour */
export const setColours = useCase(
  { summary: "Sets the user's body colours.", scope: 'social', input: coloursInput },
  (platform: Dressing, actor, colours): Promise<void> =>
    changeAppearance(platform, actor, async (db) => {
      await setBodyColours(db, actor.id, colours)
      return true
    }),
)

/**
 * @throws InvalidFields `id`; Refused `missing`: no such asset; `invalid`: the actor does not own it, it is not visible or not
 * wearable, or it would be the fourth hat.
 */
export const wear = useCase(
  {
    summary: 'Puts an item on. Replaces the worn item of a type of which an avatar wears only one.',
    scope: 'social',
    input: itemInput,
  },
  async (platform: Dressing, actor, { id }): Promise<{ name: string }> => {
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
  },
)

/** @throws InvalidFields `id` */
export const takeOff = useCase(
  { summary: 'Takes an item off. Does nothing when it is not worn.', scope: 'social', input: itemInput },
  (platform: Dressing, actor, { id }): Promise<void> =>
    changeAppearance(platform, actor, (db) => deleteWorn(db, actor.id, [id])),
)

/** @throws InvalidFields */
export const dress = useCase(
  {
    summary:
      'Makes the user wear exactly these items, as far as they own them and an avatar can wear them together. Body colours change only if they are given.',
    scope: 'social',
    input: dressInput,
  },
  (platform: Dressing, actor, { items, colours }): Promise<void> =>
    changeAppearance(platform, actor, async (db) => {
      if (colours) await setBodyColours(db, actor.id, colours)
      return (await replaceWorn(db, actor.id, items)).changed || colours !== undefined
    }),
)
