import { give } from '../money.ts'
import type { Row } from './row.ts'

type Given = NonNullable<Row['given']>

/** Credits the sender with units. */
export const wealth =
  (units: number): Given =>
  async ({ product }, { username = '' }) => {
    await give(product, username, units)
    return {}
  }

/** A sender who has just claimed the stipend. */
export const claimed: Given = async (_, { person }) => {
  await person.post('/economy?/stipend')
  return {}
}

let groups = 0

/** A new group of the sender. */
export const ownGroup: Given = async (world, actor) => {
  groups += 1
  const name = `Group ${groups}`
  await wealth(5)(world, actor)
  await actor.person.post('/groups/create', { name })
  return { name, address: encodeURIComponent(name), owner: actor.username ?? '' }
}

/** A new group of another user. */
export const group: Given = async (world) => ownGroup(world, await world.newcomer())

/** A group of another user, of which the sender is a member. */
export const joinedGroup: Given = async (world, actor) => {
  const values = await group(world, actor)
  await actor.person.post(`/groups/${values.address}?/join`)
  return values
}

/** A group that a moderator has closed. */
export const closedGroup: Given = async (world, actor) => {
  const values = await group(world, actor)
  await world.people.moderator.post(`/groups/${values.address}?/close`, { reason: 'Rude' })
  return values
}
