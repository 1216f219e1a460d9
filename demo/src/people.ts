import { updateProfile } from '@baseplate/platform/accounts/update-profile'
import { setLevel } from '@baseplate/platform/moderation/accounts/set-level'
import { writePost } from '@baseplate/platform/people/posts/write'
import { follow } from '@baseplate/platform/social/follow'
import { acceptRequest, requestFriendship } from '@baseplate/platform/social/friendships'
import { descriptions, posts, usernames } from './words.ts'
import { administrator, isDone, moderator, type Scale, settle, type World } from './world.ts'

/** Number of people at scale 1. */
const count = 300

/** Registers everyone, with a description. */
export async function populate(world: World, scale: Scale): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const names = [administrator, moderator, ...usernames(count * scale - 2)]
  const theme = platform.config.Themes[0]?.Name
  const step = progress.begin('People register', names.length)
  for (const name of names) {
    const person = await settle(world, name)
    people.push(person)
    await updateProfile(platform, person, { description: chance.one(descriptions), theme })
    await pass(150)
    step()
  }
  const [first] = people
  if (first) await setLevel(platform, first, moderator, { permissionLevel: '4' })
}

/** Creates follows and friendships: most people know a few, and a few are known by many. */
export async function befriend(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const step = progress.begin('They make friends', people.length)
  const known = chance.some(people, 20)
  for (const person of people) {
    for (const other of chance.some(people, 1 + chance.below(6))) {
      if (other.id === person.id) continue
      if (!(await isDone(requestFriendship(platform, person, other.username)))) continue
      // Crossing requests make two people friends at once.
      if (chance.happens(0.8)) await isDone(acceptRequest(platform, other, person.username))
    }
    for (const star of [...chance.some(known, chance.below(8)), ...chance.some(people, chance.below(4))]) {
      if (star.id !== person.id) await follow(platform, person, star.username)
    }
    await pass(20)
    step()
  }
}

/** Writes posts. */
export async function talk(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const writers = chance.some(people, people.length * 0.4)
  const step = progress.begin('They write', writers.length)
  for (const writer of writers) {
    for (const content of chance.some(posts, 1 + chance.below(2))) {
      await writePost(platform, writer, { content })
      await pass(60)
    }
    step()
  }
}
