import { createSlots } from '../../foundation/slots.ts'

/** Values of more bytes than this wait for a slot. */
export const largeValueBytes = 65_536

/** Bounds the large values that are in memory at once, from the request or the database until they are stored or sent. */
export interface LargeValues {
  /** Waits for a slot. Returns a function that leaves it. @throws Refused `busy`: too many wait */
  enter(): Promise<() => void>
}

export function createLargeValues(): LargeValues {
  const slots = createSlots({ atOnce: 8, waiting: 200, code: 'data.busy', retryAfter: 2 })
  return {
    enter: () =>
      new Promise((entered, refused) => {
        slots.run(() => new Promise<void>((leave) => entered(leave))).catch(refused)
      }),
  }
}
