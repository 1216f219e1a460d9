import type { Row } from './row.ts'
import type { Actor, World } from './world.ts'

type Given = NonNullable<Row['given']>

/** Another user, after these actions: of the sender on the page of the other, and of the other on the page of the sender. */
async function after(world: World, { person, username }: Actor, own: string[], others: string[]) {
  const other = await world.newcomer()
  for (const action of own) await person.post(`/user/${other.username}?/${action}`)
  for (const action of others) await other.person.post(`/user/${username}?/${action}`)
  return { username: other.username }
}

/** A user without any relation to the sender. */
export const stranger: Given = (world, actor) => after(world, actor, [], [])

/** A user whom the sender follows. */
export const followed: Given = (world, actor) => after(world, actor, ['follow'], [])

/** A user who follows the sender. */
export const follower: Given = (world, actor) => after(world, actor, [], ['follow'])

/** A user to whom the sender has sent a friend request. */
export const requested: Given = (world, actor) => after(world, actor, ['request'], [])

/** A user who has sent a friend request to the sender. */
export const requesting: Given = (world, actor) => after(world, actor, [], ['request'])

export const friend: Given = (world, actor) => after(world, actor, ['request'], ['accept'])
