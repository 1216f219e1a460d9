import { bearerOf } from './keys.ts'
import type { Product } from './processes.ts'
import { withDatabase } from './stock.ts'

/** Micro-units. */
export const unit = 1_000_000

/** Credits a user with units. It requests no page, because a page would cache the balance. */
export async function give(product: Product, username: string, units: number): Promise<void> {
  const { id } = await withDatabase(product, (db) =>
    db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow(),
  )
  const body = JSON.stringify({ To: `user:${id}`, Amount: units * unit, Note: 'Prize' })
  const headers = await bearerOf(product, 'economy')
  const response = await fetch(`${product.economyUrl}/mint`, { method: 'POST', body, headers })
  if (!response.ok) throw new Error(`${username} was given nothing: ${await response.text()}`)
}
