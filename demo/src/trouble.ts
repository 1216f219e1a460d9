import type { Actor } from '@baseplate/platform/accounts/rules'
import { assetType, rerenderAsset, storeAsset } from '@baseplate/platform/assets/door'
import {
  appealAsset,
  appealOwnAction,
  moderate,
  moderateAsset,
  report,
} from '@baseplate/platform/moderation/door'
import type { Item } from './items.ts'
import type { World } from './world.ts'

const complaints = [
  ['Spam', 'Writes the same thing under everything.'],
  ['Harassment', 'Does not stop when asked to.'],
  ['Scam', 'Promises free currency for passwords.'],
] as const

/** A shirt without a picture, which cannot be rendered. Clients show nothing. */
const emptyShirt = `<roblox version="4"><Item class="Shirt"><Properties><string name="Name">Shirt</string></Properties></Item></roblox>`

/** Creates an item whose render fails. It comes before all others, so that the catalog does not begin with it. */
export async function createBrokenItem({ platform, people: [administrator] }: World): Promise<void> {
  if (!administrator) throw new Error('the world has no administrator')
  const shirt = { type: assetType.shirt, name: 'Invisible Shirt', description: 'Nobody has seen it yet.' }
  const { id } = await storeAsset(platform, administrator, shirt, [Buffer.from(emptyShirt)])
  await rerenderAsset(platform, administrator, { id })
}

/** Creates work for moderators: reports, and appeals for a user and for an item. */
export async function createModerationWork(world: World, items: readonly Item[]): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const [administrator] = people
  // The first people play while the demo runs.
  const [warned, banned] = people.slice(-2)
  const others = chance.some(people.slice(2, -2), 18)
  if (!administrator || !banned || !warned)
    throw new Error('the world is too small to create work for moderators')
  const step = progress.startSection('Creating work for moderators', 3 + complaints.length)
  await ban(world, administrator, banned)
  step()
  await moderate(platform, administrator, {
    type: 'Warning',
    username: warned.username,
    reason: 'Please do not shout at people.',
  })
  step()
  for (const [category, note] of complaints) {
    const [reporter, reported] = chance.some(others, 2)
    if (!reporter || !reported) continue
    await report(platform, reporter, { type: 'user', id: reported.username, category, note })
    await pass(60)
    step()
  }
  await moderateItem(world, administrator, items)
  step()
}

async function ban({ platform, pass }: World, administrator: Actor, person: Actor): Promise<void> {
  const { username } = person
  await moderate(platform, administrator, { type: 'Ban', username, reason: 'Sold accounts.', days: '30' })
  await pass(300)
  const text = 'My brother did it. I have changed my password since.'
  await appealOwnAction(platform, person, { text })
}

async function moderateItem({ platform, chance, pass }: World, administrator: Actor, items: readonly Item[]) {
  const { id, maker } = chance.one(items)
  const reason = 'It is a copy of somebody else’s work.'
  await moderateAsset(platform, administrator, { id, visibility: 'Moderated', reason })
  await pass(300)
  const text = 'I drew it myself, and can show the sketches.'
  await appealAsset(platform, maker, { id, text })
}
