import { type Person, register, visitor } from '../person.ts'
import type { Product } from '../processes.ts'

/** Usernames of the users that all rows share. Those of staff must not look like their levels. */
const usernames = {
  administrator: 'Founder',
  moderator: 'Maud',
  manager: 'Cato',
  maker: 'Maker',
  player: 'Player',
} as const

/** The sender of a request. Each row has a visitor and a newcomer of its own, and shares the others. */
export type Role = 'visitor' | 'newcomer' | keyof typeof usernames

export interface Actor {
  person: Person
  /** Undefined: a visitor without a session. */
  username?: string
}

/** A product with a user of each kind, which the rows of a table share. */
export interface World {
  product: Product
  people: Readonly<Record<keyof typeof usernames, Person>>
  /** Registers a user with a name that no other has. */
  newcomer(): Promise<{ person: Person; username: string }>
}

/** Registers the shared users. The first account is the administrator's. */
export async function openWorld(product: Product): Promise<World> {
  const join = (username: string) => register(product.baseUrl, username)
  const administrator = await join(usernames.administrator)
  const withLevel = async (username: string, permissionLevel: string) => {
    const person = await join(username)
    await administrator.post(`/admin/accounts/${username}?/level`, { permissionLevel })
    return person
  }
  let newcomers = 0
  return {
    product,
    people: {
      administrator,
      moderator: await withLevel(usernames.moderator, '4'),
      manager: await withLevel(usernames.manager, '3'),
      maker: await join(usernames.maker),
      player: await join(usernames.player),
    },
    async newcomer() {
      newcomers += 1
      const username = `Newcomer_${newcomers}`
      return { person: await join(username), username }
    },
  }
}

/** Returns the sender of a row. */
export async function actorOf(world: World, role: Role): Promise<Actor> {
  if (role === 'visitor') return { person: visitor(world.product.baseUrl) }
  if (role === 'newcomer') return world.newcomer()
  return { person: world.people[role], username: usernames[role] }
}
