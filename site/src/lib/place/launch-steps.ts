import type { PlaceAddress, Playable } from './play-requests.ts'

/** A press of Play or Join. */
export interface PlayRequest {
  place: PlaceAddress & { name: string }
  /** The place as the page already knows it. Otherwise it is requested. */
  known?: Playable
  /** A ticket from the line of a full game, and the time until which it holds a seat. */
  seat?: { ticket: string; heldUntil: number }
  /** Shows why the game did not start. By default a toast does. */
  onfail?: (message: string, code: string | undefined) => void
  /** Called when the state of the place's server may have changed. */
  onchange?: () => void
  /** Opens the client even on a device that no client is known for. */
  anyway?: boolean
}

/** The game that is being started. */
export interface Launch {
  request: PlayRequest
  /** `asking` for a ticket, `starting` a server, `opening` the client, and `playing`; or `unable` on a device without a client. */
  step: 'asking' | 'unable' | 'starting' | 'opening' | 'playing'
  /** The address that opens the client. */
  address?: string
  /** Whether the ticket in the address has expired. */
  expired?: boolean
}
