import type { Clock } from '@baseplate/service/clock'
import { lockUser, requireUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { findOwned } from '../../assets/ownership/queries.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { requireShared } from '../../social/owners.ts'
import { changeAppearance, type Dressing, replaceWorn } from '../change-appearance.ts'
import { outfitInput, outfitNameInput, shareOutfitInput } from '../input.ts'
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

/**
 * Saves the worn items and the body colours of the actor as an outfit. An outfit of the same name is replaced.
 *
 * @throws InvalidFields `name`; Refused `invalid`: the actor has too many outfits.
 */
export async function saveOutfit(
  { db, now, config, filterText }: Saving,
  actor: Actor,
  input: unknown,
): Promise<{ id: string; name: string }> {
  const name = filterText(parseInput(outfitNameInput, input).name)
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
}

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

/**
 * Puts on an outfit of the actor, with its body colours. Items that were taken down since are left out.
 *
 * @throws Refused `missing`
 */
export async function wearOutfit(
  platform: Dressing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  const { id } = parseInput(outfitInput, input)
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
}

/** Deletes an outfit of the actor. Does nothing when it does not exist. */
export async function deleteOutfit({ db }: { db: Db }, actor: Actor, input: unknown): Promise<void> {
  await deleteOutfitRow(db, actor.id, parseInput(outfitInput, input).id)
}

/**
 * Shows an outfit on the actor's profile, or hides it.
 *
 * @throws InvalidFields `shared`; Refused `missing`
 */
export async function shareOutfit({ db }: { db: Db }, actor: Actor, input: unknown): Promise<void> {
  const { id, shared } = parseInput(shareOutfitInput, input)
  if (!(await findOwnOutfit(db, actor.id, id))) throw outfitNotFound()
  await updateOutfit(db, id, { shared: Number(shared) })
}

/**
 * Puts on the items of an outfit that another user shares. The actor's body colours stay.
 *
 * @param input `id`
 * @throws Refused `missing`: no such user, or no such shared outfit; `invalid`: the actor does not own all of its items.
 */
export async function wearSharedOutfit(
  platform: Dressing,
  actor: Actor,
  username: string,
  input: unknown,
): Promise<{ name: string }> {
  const { id } = parseInput(outfitInput, input)
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
}
