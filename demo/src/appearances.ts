import type { Actor } from '@baseplate/platform/accounts/rules'
import { saveOutfit, setColours, shareOutfit, wear } from '@baseplate/platform/avatars/door'
import type { Item } from './items.ts'
import { outfitNames } from './words.ts'
import type { World } from './world.ts'

/** Colours of skin and of clothes, by their numbers in the palette of clients. */
const skins = [24, 226, 5, 125, 217, 192, 101, 18]
const tops = [23, 21, 26, 194, 28, 107, 141, 37, 106, 104]
const bottoms = [119, 199, 26, 23, 192, 151, 135, 37]

/** Chooses body colours for every user, wears one bought item of each kind, and saves some outfits. */
export async function dressAvatars(world: World, owned: ReadonlyMap<Actor, readonly Item[]>): Promise<void> {
  const { platform, chance, progress, people } = world
  const step = progress.startSection('Dressing avatars', people.length)
  for (const person of people) {
    const [skin, top, bottom] = [chance.one(skins), chance.one(tops), chance.one(bottoms)]
    await setColours(platform, person, {
      head: String(skin),
      leftArm: String(skin),
      rightArm: String(skin),
      torso: String(top),
      leftLeg: String(bottom),
      rightLeg: String(bottom),
    })
    for (const kind of ['shirt', 'pants', 'tShirt', 'hat'] as const) {
      const item = owned.get(person)?.find((one) => one.kind === kind)
      if (item) await wear(platform, person, { id: String(item.id) })
    }
    if (chance.happens(0.4)) {
      const { id } = await saveOutfit(platform, person, { name: chance.one(outfitNames) })
      if (chance.happens(0.5)) await shareOutfit(platform, person, { id, shared: 'true' })
    }
    step()
  }
}
