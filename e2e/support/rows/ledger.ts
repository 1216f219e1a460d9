import { bearerOf } from '../keys.ts'
import type { Row } from './row.ts'

type Given = NonNullable<Row['given']>

let accounts = 0

/** The address of the ledger and its key, two new accounts, and micro-units in the first one. */
export const funds =
  (micro: number): Given =>
  async ({ product }) => {
    accounts += 1
    const account = `user:rich${accounts}`
    const headers = await bearerOf(product, 'economy')
    if (micro > 0) {
      const body = JSON.stringify({ To: account, Amount: micro, Note: 'Prize' })
      const minted = await fetch(`${product.economyUrl}/mint`, { method: 'POST', body, headers })
      if (!minted.ok) throw new Error(`nothing was minted: ${await minted.text()}`)
    }
    return {
      ledger: product.economyUrl,
      authorization: headers.Authorization,
      account,
      other: `user:poor${accounts}`,
    }
  }

/** A new account that has claimed its stipend. */
export const claimedStipend: Given = async (world, actor) => {
  const values = await funds(0)(world, actor)
  const headers = { authorization: String(values.authorization) }
  await fetch(`${values.ledger}/stipend/${values.account}`, { method: 'POST', headers })
  return values
}

/** A new account with a micro-unit, which the key of the same name has minted. */
export const usedKey: Given = async (world, actor) => {
  const values = await funds(0)(world, actor)
  const headers = {
    authorization: String(values.authorization),
    'idempotency-key': String(values.account),
  }
  const body = JSON.stringify({ To: values.account, Amount: 1, Note: 'Prize' })
  await fetch(`${values.ledger}/mint`, { method: 'POST', body, headers })
  return values
}
