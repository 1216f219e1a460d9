import { give, unit } from '../money.ts'
import { stock } from '../stock.ts'
import type { Row } from './row.ts'
import { shared } from './shared.ts'
import { ban } from './standing.ts'
import type { World } from './world.ts'

type Given = NonNullable<Row['given']>
type Item = Omit<Parameters<typeof stock>[2][number], 'name'>

/** Puts a hat of this maker into the catalog. */
async function offer({ product }: World, maker: string, item: Item) {
  const [id = 0] = await stock(product, maker, [{ name: 'Top hat', ...item }])
  return { id, name: 'Top-hat' }
}

/** An item of the shared maker, who is not the sender. It is free and on sale. */
export const item =
  (more: Item = {}): Given =>
  (world) =>
    offer(world, 'Maker', more)

/** A free item on sale, for rows that leave it as it is. */
export const anyItem = shared(item())

/** An item of the sender. */
export const ownItem =
  (more: Item = {}): Given =>
  (world, { username = '' }) =>
    offer(world, username, more)

/** An item of the administrator. */
export const administratorsItem: Given = (world) => offer(world, 'Founder', {})

/** An item at a price, for a sender with this number of units. */
export const pricedItem =
  (price: number, units: number): Given =>
  async (world, { username = '' }) => {
    if (units > 0) await give(world.product, username, units)
    return offer(world, 'Maker', { price: price * unit })
  }

/** An item that the sender has bought. */
export const boughtItem: Given = async (world, { person }) => {
  const values = await offer(world, 'Maker', {})
  await person.post(`/catalog/${values.id}/any?/buy`)
  return values
}

/** An item on sale, for a sender who is banned. */
export const itemForBanned: Given = async (world, { username = '' }) => {
  await ban(world, username)
  return offer(world, 'Maker', {})
}
