import type { PlainCode } from '../../foundation/problem.ts'

/** Maximum number of uses of a key. */
export const maxKeyUses = 100_000

export const registrationKeyStates = ['open', 'used up', 'expired', 'disabled', 'of another prefix'] as const

export type RegistrationKeyState = (typeof registrationKeyStates)[number]

interface RegistrationKey {
  key: string
  uses_left: number
  expires: number | null
  disabled: number
}

/** Returns the state of a key. Only an open key admits a registration. */
export function registrationKeyState(
  { key, uses_left, expires, disabled }: RegistrationKey,
  { prefix, now }: { prefix: string; now: number },
): RegistrationKeyState {
  if (!key.startsWith(prefix)) return 'of another prefix'
  if (disabled === 1) return 'disabled'
  if (expires !== null && expires <= now) return 'expired'
  return uses_left > 0 ? 'open' : 'used up'
}

/** Returns why a key in this state admits no registration, or undefined if it does. An unknown key has no state. */
export function whyKeyNotOpen(state: RegistrationKeyState | undefined): PlainCode | undefined {
  if (state === 'open') return undefined
  return state === 'used up' ? 'accounts.key_used_up' : 'accounts.key_invalid'
}
