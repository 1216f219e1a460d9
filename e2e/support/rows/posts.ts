import type { Person } from '../person.ts'
import type { Row } from './row.ts'
import { shared } from './shared.ts'
import type { World } from './world.ts'

type Given = NonNullable<Row['given']>

/** Writes a post. Returns the values of its address. */
async function write(person: Person, username: string) {
  const written = await person.post(`/user/${username}?/post`, { content: 'Look at my tower' })
  const id = written.headers.get('location')?.split('#post-')[1]
  if (id === undefined) throw new Error(`nothing was written: ${await written.text()}`)
  return { username, id }
}

/** Removes a post as a moderator. */
async function remove({ people }: World, { username, id }: { username: string; id: string }): Promise<void> {
  const removed = await people.moderator.post(`/user/${username}?/deletepost`, { id, reason: 'Insults' })
  if (!removed.ok) throw new Error(`the post was not removed: ${await removed.text()}`)
}

/** A new post of another user. */
export const newPost: Given = async (world) => {
  const { person, username } = await world.newcomer()
  return write(person, username)
}

/** A post of another user, for rows that leave it as it is. */
export const post = shared(newPost)

/** A post of the sender. */
export const ownPost: Given = (_, { person, username = '' }) => write(person, username)

/** A post that the sender has deleted. */
export const deletedOwnPost: Given = async (world, actor) => {
  const values = await ownPost(world, actor)
  await actor.person.post(`/user/${values.username}?/deletepost`, { id: String(values.id) })
  return values
}

/** A post of another user that a moderator has removed. */
export const newRemovedPost: Given = async (world) => {
  const { person, username } = await world.newcomer()
  const values = await write(person, username)
  await remove(world, values)
  return values
}

export const removedPost = shared(newRemovedPost)

/** A post of the sender that a moderator has removed. */
export const ownRemovedPost: Given = async (world, { person, username = '' }) => {
  const values = await write(person, username)
  await remove(world, values)
  return values
}

/** A post of another user that the sender likes. */
export const likedPost: Given = async (world, actor) => {
  const values = await newPost(world, actor)
  await actor.person.post(`/user/${values.username}?/likepost`, { id: String(values.id) })
  return values
}

/** A post of another user who has blocked the sender. */
export const postOfBlocker: Given = async (world, actor) => {
  const { person, username } = await world.newcomer()
  const values = await write(person, username)
  await person.post(`/user/${actor.username}?/block`)
  return values
}
