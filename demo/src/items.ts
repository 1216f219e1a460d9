import type { Actor } from '@baseplate/platform/accounts/rules'
import { assetType, buyAsset, commentOnAsset, publish, storeAsset } from '@baseplate/platform/assets/door'
import { approveAsset, refuseAsset } from '@baseplate/platform/moderation/door'
import { hatDocument } from '@baseplate/renderer/models/write-document'
import { hatMesh } from './hats.ts'
import type { Drawn } from './pictures.ts'
import { comments, replies } from './words.ts'
import { deviceOf, succeeds, type World } from './world.ts'

/** Numbers of items that are pending and refused when the world is first opened. */
const pending = 12
const refused = 4

/** Micro-units. At least the price of creating an asset, so that makers can pay it. */
const leastBalance = 7_500_000n

const prices = ['0', '1', '2', '2.5', '3', '5', '5', '8', '12.5', '20']

export interface Item {
  id: number
  kind: Drawn['kind']
  maker: Actor
}

/** Creates items, pays for them, and approves most of them. Returns the approved ones. */
export async function makeItems(world: World, drawn: readonly Drawn[]): Promise<Item[]> {
  const { platform, chance, progress, people, pass } = world
  const [reviewer] = people
  if (!reviewer) throw new Error('the world has no administrator to approve items')
  const makers = chance.some(people.slice(1), 30)
  for (const maker of makers) await mint(world, maker, 150, 'A start for makers')
  const step = progress.startSection('Creating items', drawn.length)
  const items: Item[] = []
  const documentOf = hatter(world, reviewer)
  for (const [index, thing] of drawn.entries()) {
    const { kind } = thing
    const maker = chance.one(makers)
    const file = kind === 'hat' ? await documentOf(thing) : kind === 'model' ? thing.file : thing.picture
    const { id } = await create(world, maker, thing, file)
    if (index < refused) {
      await refuseAsset(platform, reviewer, {
        id: String(id),
        reason: 'It is a copy of somebody else’s work.',
      })
    } else if (index < drawn.length - pending) {
      await approveAsset(platform, reviewer, { id: String(id) })
      items.push({ id, kind, maker })
    }
    await pass(60)
    step()
  }
  return items
}

/** Stores the meshes of hats, once per shape, as an operator. Returns a function that makes documents which refer to them. */
function hatter({ platform }: World, operator: Actor) {
  const meshes = new Map<string, Promise<{ id: number }>>()
  const store = (type: number, name: string, bytes: Uint8Array) =>
    storeAsset(platform, operator, { type, name }, [bytes])
  return async ({ name, shape, picture }: Extract<Drawn, { kind: 'hat' }>): Promise<Uint8Array> => {
    const mesh = meshes.get(shape) ?? store(assetType.mesh, shape, hatMesh(shape))
    meshes.set(shape, mesh)
    const texture = await store(assetType.image, name, picture)
    const addressOf = ({ id }: { id: number }) => ({ url: `http://www.roblox.com/asset/?id=${id}` })
    return hatDocument(addressOf(await mesh), addressOf(texture))
  }
}

async function create(
  world: World,
  maker: Actor,
  { kind, name }: Drawn,
  file: Uint8Array,
): Promise<{ id: number }> {
  const { platform, chance } = world
  const fields = {
    type: String(assetType[kind]),
    name,
    description: `${name}, made by hand.`,
    price: chance.one(prices),
  }
  // Creating an asset costs money, and some makers have spent theirs.
  const { balance } = await platform.economy.accounts.read(maker.id)
  if (balance < leastBalance) await mint(world, maker, 75, 'A prize for makers')
  return publish(platform, maker, { ...fields, asset: file })
}

/** Lets people buy items through the real ledger, and comment on them. Returns the items that each user owns. */
export async function sell(world: World, items: readonly Item[]): Promise<Map<Actor, Item[]>> {
  const { platform, chance, progress, people, pass } = world
  const step = progress.startSection('Buying items', people.length)
  const owned = new Map<Actor, Item[]>()
  const fashionable = chance.some(items, 40)
  for (const person of people) {
    await platform.economy.accounts.claimStipend(person.id)
    if (chance.happens(0.3)) await mint(world, person, 25, 'Winner of the harbour race')
    for (const item of [...chance.some(fashionable, 3), ...chance.some(items, chance.below(4))]) {
      if (item.maker.id === person.id || !(await succeeds(buyAsset(platform, person, { id: item.id }))))
        continue
      owned.set(person, [...(owned.get(person) ?? []), item])
      if (chance.happens(0.2)) await discuss(world, person, item)
    }
    await pass(15)
    step()
  }
  return owned
}

async function discuss({ platform, chance }: World, person: Actor, { id, maker }: Item): Promise<void> {
  const content = chance.one(comments)
  const comment = await commentOnAsset(platform, person, { id, content }, deviceOf(chance))
  if (chance.happens(0.4)) {
    const reply = { content: chance.one(replies), replyId: comment.id }
    await commentOnAsset(platform, maker, { id, ...reply }, deviceOf(chance))
  }
}

/**
 * Mints through the economy service, as the operator does.
 *
 * @param units whole units
 */
export async function mint({ platform }: World, person: Actor, units: number, note: string): Promise<void> {
  const { url, key } = platform.config.economy
  const response = await fetch(`${url}/mint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ To: `user:${person.id}`, Amount: units * 1_000_000, Note: note }),
  })
  if (!response.ok) throw new Error(`the ledger refused to mint: ${await response.text()}`)
}
