import { second } from '@baseplate/service/clock'
import { presenceLifetime } from '../../places/sessions/rules.ts'

/** A game server in which a player is verified, or was a moment ago. */
export interface Stay {
  server: string
  verified: number
  ended: number | null
  lastPing: number
}

/** The game server that has the data of a player, because it was the last one to read or write them while the player was there. */
export interface Hold {
  server: string
  released: number | null
}

/**
 * Whether the game server may still save the data of the player: while the player is there, and `Data.LeaveSeconds` after a farewell.
 * A server that has fallen silent may not, because the player may be elsewhere already.
 */
export function maySave({ ended, lastPing }: Stay, now: number, leaveSeconds: number): boolean {
  const isSilent = lastPing < (ended ?? now) - presenceLifetime
  return !isSilent && (ended === null || ended > now - leaveSeconds * second)
}

/** @see judgeHold. `at`: the ticket of the other server, if there is one */
export type Judged =
  | { state: 'held'; stay: Stay }
  | { state: 'free'; stay: Stay }
  | { state: 'elsewhere'; at: string | null }
  | { state: 'waiting'; at: string }

/** The game servers around the data of a player, as one of them sees it. */
interface Situation {
  stays: readonly Stay[]
  hold: Hold | undefined
  server: string
  now: number
  leaveSeconds: number
}

/**
 * Decides whether a game server may have the data of a player.
 *
 * - `held`: it has them.
 * - `free`: it may take them.
 * - `elsewhere`: the player is not there.
 * - `waiting`: another server may still save them.
 */
export function judgeHold({ stays, hold, server, now, leaveSeconds }: Situation): Judged {
  const saving = stays.filter((stay) => maySave(stay, now, leaveSeconds))
  const own = saving.find((stay) => stay.server === server)
  const isHeld = hold !== undefined && hold.released === null
  if (!own)
    return {
      state: 'elsewhere',
      at: (saving.find(({ ended }) => ended === null) ?? saving[0])?.server ?? null,
    }
  if (isHeld && hold.server === server) return { state: 'held', stay: own }
  if (isHeld && saving.some((stay) => stay.server === hold.server))
    return { state: 'waiting', at: hold.server }
  return { state: 'free', stay: own }
}
