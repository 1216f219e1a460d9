import type { Start } from '../places/sessions/game-sessions.ts'

/** Returns what spends a ticket, for tests to which number and key do not matter. */
export const startOf = (ticket: string): Start => ({ ticket, number: 1, keyHash: '' })
