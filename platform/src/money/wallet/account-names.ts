import type { Db } from '../../foundation/database.ts'
import type { PaymentFacts } from '../payments/describe.ts'
import { findUsernames } from './queries.ts'
import { userOfAccount } from './rules.ts'

/** Adds the username of each payment's account, or null for an account without a user, or a deleted one. */
export async function withUsernames<Payment extends { facts: PaymentFacts }>(
  db: Db,
  payments: readonly Payment[],
): Promise<(Payment & { username: string | null })[]> {
  const users = payments.map(({ facts }) => userOfAccount(facts.account))
  const usernames = await findUsernames(
    db,
    users.filter((id) => id !== undefined),
  )
  return payments.map((payment, index) => ({
    ...payment,
    username: usernames.get(users[index] ?? '') ?? null,
  }))
}
