import type { Database, Db } from '@baseplate/platform/foundation/database'
import { openPostgres } from '@baseplate/storage/database/postgres'
import { makePlace, type Place } from '../game.ts'
import { bearerOf } from '../keys.ts'
import { unit } from '../money.ts'
import { type Person, register } from '../person.ts'
import { stockIn } from '../stock.ts'
import type { MortalSites } from './mortal-sites.ts'

/** Price of every item. */
export const price = unit

/** More than all items cost. */
export const fortune = 1_000_000 * unit

/** A person with the username and id of the account. */
export interface Member {
  person: Person
  username: string
  id: string
}

/** The users of the load, and the places and items that they use. */
export interface Cast {
  db: Db
  /** Owns the places and sells the items. */
  maker: Member
  buyers: Member[]
  voters: Member[]
  players: Member[]
  places: Place[]
  /** Ids of the items on sale. */
  items: number[]
  close(): Promise<void>
}

/** @param items number of items on sale */
export async function makeCast(product: MortalSites, items: number): Promise<Cast> {
  const db = openPostgres<Database>(product.databaseUrl)
  const enrol = async (username: string): Promise<Member> => {
    const person = await register(product.baseUrl, username)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    return { person, username, id }
  }
  const enrolAll = async (role: string, count: number) => {
    const members: Member[] = []
    for (let index = 0; index < count; index++) members.push(await enrol(`${role}${index}`))
    return members
  }
  const maker = await enrol('Maker')
  const buyers = await enrolAll('Buyer', 3)
  const headers = await bearerOf(product, 'economy')
  for (const { id } of buyers) {
    const body = JSON.stringify({ To: `user:${id}`, Amount: fortune, Note: 'Prize' })
    const response = await fetch(`${product.economyUrl}/mint`, { method: 'POST', body, headers })
    if (!response.ok) throw new Error(await response.text())
  }
  const places = [await makePlace(maker.person, 'First'), await makePlace(maker.person, 'Second')]
  return {
    db,
    maker,
    buyers,
    voters: await enrolAll('Voter', 2),
    players: await enrolAll('Player', 3),
    places,
    items: await stockIn(
      db,
      'Maker',
      Array.from({ length: items }, (_, index) => ({ name: `Hat ${index}`, price })),
    ),
    close: () => db.destroy(),
  }
}
