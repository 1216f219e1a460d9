import type { Clock } from '@baseplate/service/clock'
import { lockUser, requireUser, useCase } from '../../accounts/door.ts'
import { findOwned } from '../../assets/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { requireShared } from '../../social/door.ts'
import { changeAppearance, type Dressing, replaceWorn } from '../change-appearance.ts'
import { outfitInput, outfitNameInput, sharedOutfitInput, shareOutfitInput } from '../input.ts'
import { findColours, findWorn, setBodyColours } from '../queries.ts'
import { coloursOf, maxOutfits } from '../rules.ts'
import {
  countOutfits,
  deleteOutfitRow,
  findOutfitItems,
  findOutfitNamed,
  findOwnOutfit,
  insertOutfit,
  type OutfitColours,
  replaceOutfitItems,
  updateOutfit,
} from './queries.ts'

interface Saving {
  db: Db
  now: Clock
  config: Pick<Config, 'Avatars'>
  filterText: TextFilter
}

const outfitNotFound = () => new Refused('outfits.not_found')

/** @throws InvalidFields `name`; Refused `invalid`: the actor has too many outfits. */
export const saveOutfit = useCase(
  {
    summary:
      'Saves the worn items and the body colours of the user as an outfit. An outfit of the same name is replaced.',
    scope: 'social',
    input: outfitNameInput,
  },
  async (
    { db, now, config, filterText }: Saving,
    actor,
    { name: typed },
  ): Promise<{ id: string; name: string }> => {
    const name = filterText(typed)
    const nameKey = nameKeyOf(name)
    return db.transaction().execute(async (trx) => {
      await lockUser(trx, actor.id)
      const colours = await currentColours(trx, actor.id, config)
      const named = await findOutfitNamed(trx, actor.id, nameKey)
      const id = named?.id ?? newTimedId(now())
      if (named) await updateOutfit(trx, id, { ...colours, name, created: now() })
      else if ((await countOutfits(trx, actor.id)) >= maxOutfits)
        throw new Refused('outfits.too_many', { max: maxOutfits })
      else await insertOutfit(trx, { id, userId: actor.id, name, nameKey, colours, created: now() })
      const worn = await findWorn(trx, actor.id)
      await replaceOutfitItems(
        trx,
        id,
        worn.map((item) => item.id),
      )
      return { id, name }
    })
  },
)

async function currentColours(
  db: Db,
  userId: string,
  config: Pick<Config, 'Avatars'>,
): Promise<OutfitColours> {
  const colours = coloursOf(await findColours(db, userId), config.Avatars.BodyColours)
  return {
    head: colours.Head,
    torso: colours.Torso,
    left_arm: colours.LeftArm,
    right_arm: colours.RightArm,
    left_leg: colours.LeftLeg,
    right_leg: colours.RightLeg,
  }
}

/** @throws Refused `missing` */
export const wearOutfit = useCase(
  {
    summary:
      'Puts on an outfit of the user, with its body colours. Items that were taken down since are left out.',
    scope: 'social',
    input: outfitInput,
  },
  async (platform: Dressing, actor, { id }): Promise<{ name: string }> => {
    let name = ''
    await changeAppearance(platform, actor, async (db) => {
      const outfit = await findOwnOutfit(db, actor.id, id)
      if (!outfit) throw outfitNotFound()
      const { id: _, name: saved, shared: __, ...colours } = outfit
      name = saved
      const items = await findOutfitItems(db, [id])
      await setBodyColours(db, actor.id, colours)
      await replaceWorn(
        db,
        actor.id,
        items.map((item) => item.id),
      )
      return true
    })
    return { name }
  },
)

export const deleteOutfit = useCase(
  {
    summary: 'Deletes an outfit of the user. Does nothing when it does not exist.',
    scope: 'social',
    input: outfitInput,
  },
  async ({ db }: { db: Db }, actor, { id }): Promise<void> => {
    await deleteOutfitRow(db, actor.id, id)
  },
)

/** @throws InvalidFields `shared`; Refused `missing` */
export const shareOutfit = useCase(
  {
    summary: "Shows an outfit on the user's profile, or hides it.",
    scope: 'social',
    input: shareOutfitInput,
  },
  async ({ db }: { db: Db }, actor, { id, shared }): Promise<void> => {
    if (!(await findOwnOutfit(db, actor.id, id))) throw outfitNotFound()
    await updateOutfit(db, id, { shared: Number(shared) })
  },
)

/** @throws Refused `missing`: no such user, or no such shared outfit; `invalid`: the actor does not own all of its items. */
export const wearSharedOutfit = useCase(
  {
    summary: "Puts on the items of an outfit that another user shares. The actor's body colours stay.",
    scope: 'social',
    input: sharedOutfitInput,
  },
  async (platform: Dressing, actor, { username, id }): Promise<{ name: string }> => {
    const owner = await requireUser(platform.db, username)
    await requireShared(platform.db, actor, owner.id, 'inventory')
    let name = ''
    await changeAppearance(platform, actor, async (db) => {
      const outfit = await findOwnOutfit(db, owner.id, id)
      if (outfit?.shared !== 1) throw outfitNotFound()
      name = outfit.name
      const ids = (await findOutfitItems(db, [id])).map((item) => item.id)
      const owned = await findOwned(db, actor.id, ids)
      if (!ids.every((item) => owned.has(item))) throw new Refused('outfits.not_owned')
      return (await replaceWorn(db, actor.id, ids)).changed
    })
    return { name }
  },
)
