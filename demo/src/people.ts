import { updateProfile } from '@baseplate/platform/accounts/door'
import { setLevel } from '@baseplate/platform/moderation/door'
import {
  answerPost,
  createGroup,
  joinGroup,
  likePost,
  updateGroup,
  writePost,
} from '@baseplate/platform/people/door'
import { acceptRequest, follow, requestFriendship } from '@baseplate/platform/social/door'
import { mint } from './items.ts'
import { descriptions, groups, posts, replies, usernames } from './words.ts'
import { administrator, moderator, registerPerson, type Scale, succeeds, type World } from './world.ts'

/** Number of people at scale 1. */
const count = 300

/** Registers everyone, with a description. */
export async function registerPeople(world: World, scale: Scale): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const names = [administrator, moderator, ...usernames(count * scale - 2)]
  const theme = platform.config.Themes[0]?.Name
  const step = progress.startSection('Registering people', names.length)
  for (const name of names) {
    const person = await registerPerson(world, name)
    people.push(person)
    await updateProfile(platform, person, { description: chance.one(descriptions), theme })
    await pass(150)
    step()
  }
  const [first] = people
  if (first) await setLevel(platform, first, { username: moderator, permissionLevel: '4' })
}

/** Creates follows and friendships. Most people have a few followers, and a few people have many. */
export async function befriend(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const step = progress.startSection('Making friends', people.length)
  const popular = chance.some(people, 20)
  await befriendAdministrator(world)
  for (const person of people) {
    for (const other of chance.some(people, 1 + chance.below(6))) {
      if (other.id === person.id) continue
      if (!(await succeeds(requestFriendship(platform, person, { username: other.username })))) continue
      // Crossing requests make two people friends at once.
      if (chance.happens(0.8)) await succeeds(acceptRequest(platform, other, { username: person.username }))
    }
    for (const star of [...chance.some(popular, chance.below(8)), ...chance.some(people, chance.below(4))]) {
      if (star.id !== person.id) await follow(platform, person, { username: star.username })
    }
    await pass(20)
    step()
  }
}

/** Makes the first player a friend of the administrator, so that they can be invited to a party. */
async function befriendAdministrator({ platform, people }: World): Promise<void> {
  const [first] = usernames(1)
  const friend = people.find(({ username }) => username === first)
  const [host] = people
  if (!friend || !host) return
  await requestFriendship(platform, friend, { username: host.username })
  await acceptRequest(platform, host, { username: friend.username })
}

/** Writes posts, which others like and answer. */
export async function writePosts(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const writers = chance.some(people, people.length * 0.4)
  const step = progress.startSection('Writing posts', writers.length)
  for (const writer of writers) {
    for (const content of chance.some(posts, 1 + chance.below(2))) {
      const { id } = await writePost(platform, writer, { content })
      await pass(60)
      for (const reader of chance.some(people, chance.below(9))) await likePost(platform, reader, { id })
      if (chance.happens(0.3))
        await answerPost(platform, chance.one(people), { id, content: chance.one(replies) })
    }
    step()
  }
}

/** Creates groups and lets people join them. */
export async function createGroups(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const step = progress.startSection('Creating groups', groups.length)
  for (const [index, { name, description }] of groups.entries()) {
    const members = chance.some(people, 8 + chance.below(60))
    const [founder] = members
    if (!founder) throw new Error('a group needs a founder')
    await mint(world, founder, 5, 'For a group')
    await createGroup(platform, founder, { name })
    await updateGroup(platform, founder, { name, description })
    for (const member of members.slice(1)) await joinGroup(platform, member, { name })
    await pass(index * 10)
    step()
  }
}
