/** Pause before a world is sent again. It doubles with each attempt. */
const firstPauseMs = 1_000
const pauseMsMax = 300_000

/** Failures of the program in a row after which its world is given up: the disk is full, or the world is too large. */
export const programFailuresMax = 3

/** Returns the pause after this many attempts. */
export const pauseMs = (attempts: number): number => Math.min(firstPauseMs * 2 ** (attempts - 1), pauseMsMax)

/** Returns the number in a server's note about its world; 0: none. The server may have written anything. */
export function numberIn(note: string | undefined): number {
  try {
    const { number } = JSON.parse(note ?? '{}')
    return Number.isSafeInteger(number) && number > 0 ? number : 0
  } catch {
    return 0
  }
}
