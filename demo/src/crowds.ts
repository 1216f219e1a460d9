import { createGroup } from '@baseplate/platform/people/groups/create'
import { joinGroup } from '@baseplate/platform/people/groups/membership'
import { mint } from './items.ts'
import { groups } from './words.ts'
import type { World } from './world.ts'

/** Creates groups and lets people join them. */
export async function gather(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const step = progress.begin('They found groups', groups.length)
  for (const [index, name] of groups.entries()) {
    const members = chance.some(people, 8 + chance.below(60))
    const [founder] = members
    if (!founder) throw new Error('a group has no founder')
    await mint(world, founder, 5, 'For a group')
    await createGroup(platform, founder, { name })
    for (const member of members.slice(1)) await joinGroup(platform, member, name)
    await pass(index * 10)
    step()
  }
}
