import type { Actor } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'

/** Maximum number of users whom one user has blocked or muted. */
export const maxMarked = 2_000

/** @throws Refused `invalid` */
export function refuseOneself(actor: Actor, user: { id: string }): void {
  if (actor.id === user.id) throw new Refused('blocking.self')
}

/** @throws Refused `invalid` */
export function refuseBeyondLimit(marked: number): void {
  if (marked >= maxMarked) throw new Refused('blocking.too_many', { max: maxMarked })
}
