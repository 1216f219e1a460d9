/** Returns the next number of a series, from 0 to below 1. */
export type Chance = () => number

/** Seeds a pseudo-random series with a text: FNV-1a, then mulberry32. Server and browsers draw the same picture from it. */
export function chanceFrom(text: string): Chance {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (chance: Chance, from: number, to: number) => from + chance() * (to - from)

export function oneOf<Item>(chance: Chance, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(chance() * items.length)] ?? items[0]
}
