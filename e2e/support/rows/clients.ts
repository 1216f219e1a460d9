import { clientAgent, json } from '../game.ts'
import { bearerOf } from '../keys.ts'
import { join, place } from './places.ts'
import type { Row } from './row.ts'

type Given = NonNullable<Row['given']>

/** Adds the address of the site, and the header with the key of game servers. */
export const withKey =
  (given?: Given): Given =>
  async (world, actor) => ({
    site: world.product.baseUrl,
    authorization: (await bearerOf(world.product, 'gameservers')).Authorization,
    ...(await given?.(world, actor)),
  })

/** Adds a ticket of the shared player for a place. */
export const withTicket =
  (given: Given = place): Given =>
  async (world, actor) => {
    const values = await given(world, actor)
    return { ...values, ticket: await join(world.people.player, values.id) }
  }

/** A ticket for a private place, with the ticket of the place. */
export const privateTicket: Given = async (world) => {
  const { person } = await world.newcomer()
  const made = await person.post('/games/create', { name: 'A place' })
  const path = made.headers.get('location') ?? ''
  await person.post(`${path}/settings?/publish`)
  await person.post(`${path}/settings?/privacy`, { privateServer: 'true' })
  const { privateTicket: secret } = await json<{ privateTicket: string }>(await person.get(path))
  const id = path.split('/')[2] ?? ''
  const { ticket } = await json<{ ticket: string }>(
    await world.people.player.post(`${path}?/join`, { privateTicket: secret }),
  )
  return { id, privateTicket: secret, ticket }
}

/** Adds a ticket with which a client has fetched its script. */
export const withSpentTicket: Given = async (world, actor) => {
  const values = await withTicket()(world, actor)
  await fetch(`${world.product.baseUrl}/game/join?ticket=${values.ticket}`, { headers: clientAgent })
  return values
}
