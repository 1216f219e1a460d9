import type { Actor } from '@baseplate/platform/accounts/rules'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import type { Platform } from '@baseplate/platform/platform'
import { lathe, meshText, type Point } from '@baseplate/renderer/models/write-mesh'
import { encodePng } from '@baseplate/renderer/png'
import { chanceFrom } from './chance.ts'

/**
 * Appearances as on a platform that has been open for a while: half of all users look as they registered, a third wear
 * a shirt, pants and a T-shirt, and a sixth wear these with a hat. Every fourth garment is unique to its wearer. All
 * others come from a shop with this many items of each kind. The second item is worn half as often as the first, the
 * third a third as often, and so on (Zipf).
 */
const mix = { dressed: 1 / 3, withHat: 1 / 6, own: 1 / 4, inShop: 60 }

const garments = [
  { type: 11, name: 'Shirt', width: 585, height: 559 },
  { type: 12, name: 'Pants', width: 585, height: 559 },
  { type: 2, name: 'T-shirt', width: 420, height: 420 },
] as const

type Garment = (typeof garments)[number]

/** Dresses the users in the proportions of `mix`. */
export async function dress(platform: Platform, maker: Actor, userIds: readonly string[]): Promise<void> {
  const chance = chanceFrom(7)
  const store = async (type: number, name: string, bytes: Uint8Array): Promise<number> =>
    (await storeAsset(platform, maker, { type, name }, [bytes])).id
  const make = ({ type, name, width, height }: Garment) => store(type, name, cloth(width, height, chance))
  const fromShop = createShop(chance, async (type) => {
    const garment = garments.find((one) => one.type === type)
    return garment ? make(garment) : makeHat(store, chance)
  })
  const worn: { user_id: string; asset_id: number }[] = []
  for (const user_id of userIds) {
    const draw = chance()
    if (draw >= mix.dressed + mix.withHat) continue
    for (const garment of garments) {
      const asset_id = chance() < mix.own ? await make(garment) : await fromShop(garment.type)
      worn.push({ user_id, asset_id })
    }
    if (draw < mix.withHat) worn.push({ user_id, asset_id: await fromShop(8) })
  }
  await platform.db.insertInto('worn_items').values(worn).execute()
}

/** Returns a function that chooses an item of a type. An item is created when it is first chosen. */
function createShop(chance: () => number, make: (type: number) => Promise<number>) {
  const made = new Map<string, number>()
  const weights = Array.from({ length: mix.inShop }, (_, index) => 1 / (index + 1))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return async (type: number): Promise<number> => {
    let left = chance() * all
    const choice = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    const key = `${type} ${choice}`
    const id = made.get(key) ?? (await make(type))
    made.set(key, id)
    return id
  }
}

/** Returns a picture of woven cloth with folds, like shaded clothes: about 400 KB as PNG, which is more than usual. */
function cloth(width: number, height: number, chance: () => number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  const tint = [chance() * 150, chance() * 150, chance() * 150]
  const [fold, slant] = [10 + chance() * 40, chance() * 2 - 1]
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const shade = 60 + 40 * Math.sin((x + slant * y) / fold) + ((x * 7 + y * 13) % 8)
      for (let channel = 0; channel < 3; channel++) rgba[to + channel] = (tint[channel] ?? 0) + shade
      rgba[to + 3] = 255
    }
  }
  return encodePng({ width, height, rgba })
}

/** Returns the outline of a hat. @param wide its width as a multiple of the narrowest hat's */
const outlineOf = (wide: number): Point[] => [
  [0, 1],
  [0.5 * wide, 1, 'sharp'],
  [0.5 * wide, 0.12, 'sharp'],
  [0.92 * wide, 0.04],
  [0.5 * wide, 0, 'sharp'],
]

async function makeHat(
  store: (type: number, name: string, bytes: Uint8Array) => Promise<number>,
  chance: () => number,
): Promise<number> {
  const meshId = await store(4, 'Mesh', meshText(lathe(outlineOf(1 + chance() * 0.3))))
  const pictureId = await store(1, 'Picture', cloth(256, 256, chance))
  const refer = (name: string, id: number) =>
    `<Content name="${name}"><url>rbxassetid://${id}</url></Content>`
  const document = `<roblox version="4"><Item class="Hat"><Properties></Properties><Item class="Part"><Properties>
    <string name="Name">Handle</string></Properties><Item class="SpecialMesh"><Properties>
    <token name="MeshType">5</token>${refer('MeshId', meshId)}${refer('TextureId', pictureId)}
    </Properties></Item></Item></Item></roblox>`
  return store(8, 'Hat', Buffer.from(document))
}
