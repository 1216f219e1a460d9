import { minute } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'

/** Bits of `users.factors`. */
export const factorBits = { totp: 1, passkey: 2 } as const

/** Kinds of second factor that an account has. */
export interface Factors {
  totp: boolean
  passkey: boolean
}

export const factorsOf = (bits: number): Factors => ({
  totp: (bits & factorBits.totp) !== 0,
  passkey: (bits & factorBits.passkey) !== 0,
})

export const hasFactor = ({ totp, passkey }: Factors): boolean => totp || passkey

/** Time within which a proof of identity counts as fresh. */
const proofLifetime = 10 * minute

/** The part of an actor that the rules about proofs need. */
interface Proving {
  /** When the user last proved their identity in this session. */
  proved: number
}

export const isProofFresh = ({ proved }: Proving, now: number): boolean => now - proved <= proofLifetime

/**
 * Demands that the user has proved their identity within the last ten minutes, as a sign-in does.
 *
 * @throws Refused `forbidden`
 */
export function requireFreshProof(actor: Proving, now: number): void {
  if (!isProofFresh(actor, now)) throw new Refused('accounts.fresh_proof_required')
}

/** Returns whether the operator requires a second factor of the user, and they have none. */
export const lacksRequiredFactor = (
  { permissionLevel, factors }: { permissionLevel: number; factors: Factors },
  { Security }: { Security: { RequireSecondFactor: number } },
): boolean =>
  Security.RequireSecondFactor > 0 && permissionLevel >= Security.RequireSecondFactor && !hasFactor(factors)
