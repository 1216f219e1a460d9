import { minute } from '@baseplate/service/clock'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'

/** Time that a claim lasts after the reviewer's last action in the queue. */
export const claimMs = 10 * minute

/** Maximum number of claims of a reviewer who claims the next assets of the queue. */
export const claimsAtOnce = 5

/** Maximum position in the queue that is counted. Counting further would cost more in a long queue. */
export const countedPositions = 1_000

/** Access of the reviewers of items and pictures. */
export const reviewing = { scope: 'moderate', level: permissionLevel.catalogManager } as const

interface Claim {
  holder_id: string
  until: number
}

/** Whether another reviewer has claimed the asset. */
export const isClaimedByAnother = (actor: Actor, claim: Claim | undefined, now: number): boolean =>
  claim !== undefined && claim.holder_id !== actor.id && claim.until > now
