import { json, makePlace } from '../game.ts'
import { give, unit } from '../money.ts'
import { stock } from '../stock.ts'
import type { Row } from './row.ts'
import { friend, stranger } from './users.ts'
import type { Actor, World } from './world.ts'

type Given = NonNullable<Row['given']>

async function code({ person }: Actor): Promise<string> {
  await person.post('/party?/create')
  return (await json<{ code: string }>(await person.get('/party'))).code
}

/** The party of the sender. */
export const ownParty: Given = async (_, actor) => ({ code: await code(actor) })

/** The party of another user. */
export const party: Given = async (world) => ({ code: await code(await world.newcomer()) })

/** A friend, and the party of the sender. */
export const friendAndParty: Given = async (world, actor) => ({
  ...(await friend(world, actor)),
  code: await code(actor),
})

/** A user who is no friend, and the party of the sender. */
export const strangerAndParty: Given = async (world, actor) => ({
  ...(await stranger(world, actor)),
  code: await code(actor),
})

/** A place, for a sender in a party. */
export const placeAndParty: Given = async (world, actor) => {
  const { person } = await world.newcomer()
  const { id } = await makePlace(person, 'A place')
  return { id, code: await code(actor) }
}

/** Another user, after this action of the sender on the page of the other. */
export const marked =
  (action: 'block' | 'mute'): Given =>
  async (world, actor) => {
    const values = await stranger(world, actor)
    await actor.person.post(`/user/${values.username}?/${action}`)
    return values
  }

/** A friend whom the sender has blocked. */
export const blockedFriend: Given = async (world, actor) => {
  const values = await friend(world, actor)
  await actor.person.post(`/user/${values.username}?/block`)
  return values
}

/** An outfit of the sender. */
export const ownOutfit: Given = async (_, { person }) => ({
  outfit: (await json<{ id: string }>(await person.post('/character?/saveoutfit', { name: 'Party' }))).id,
})

/** An outfit that another user shares. */
export const outfit: Given = async (world) => {
  const owner = await world.newcomer()
  const values = await ownOutfit(world, owner)
  await owner.person.post('/character?/shareoutfit', { id: String(values.outfit), shared: 'true' })
  return { ...values, owner: owner.username }
}

/** A user who wears a hat at two units, for a sender with this number of units. */
export const look =
  (units: number): Given =>
  async (world, { username = '' }: Actor) => {
    const model = await world.newcomer()
    const [hat = 0] = await stock(world.product, model.username, [{ name: 'Top hat', price: 2 * unit }])
    await model.person.post('/character?/wear', { id: String(hat) })
    if (units > 0) await give(world.product, username, units)
    return { username: model.username, hat }
  }

/** Prepares a user with this setting of their privacy, who is no friend of the sender. */
export const withPrivacy =
  (setting: string, who: string): Given =>
  async (world: World) => {
    const { person, username } = await world.newcomer()
    await person.post('/settings/privacy?/update', { [setting]: who })
    return { username }
  }
