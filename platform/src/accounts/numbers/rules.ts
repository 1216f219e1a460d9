/** Largest number of a player: a signed integer of 32 bits, as classic clients keep it. */
export const maxPlayerNumber = 2_147_483_647

/** Returns the number that a text writes in digits, if a player can have it. */
export function parsePlayerNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const number = Number(text)
  return number <= maxPlayerNumber ? number : undefined
}
