/** Points of a pixel that are each inside a triangle or not: edges are smooth. Surfaces are looked at once a pixel. */
export const samples = 8
/** The mask of all of them: a bit each. */
export const allSamples = 2 ** samples - 1

/** Spread so that upright and level edges, too, meet each column and row of them once (Hammersley's points). */
export const sampleX = Float32Array.from({ length: samples }, (_, index) => (index + 0.5) / samples - 0.5)
export const sampleY = Float32Array.from({ length: samples }, (_, index) => {
  const reversed = ((index & 1) << 2) | (index & 2) | ((index & 4) >> 2)
  return (reversed + 0.5) / samples - 0.5
})

/** How many samples are in each mask. */
export const samplesIn = Uint8Array.from({ length: allSamples + 1 }, (_, mask) => {
  let found = 0
  for (let left = mask; left > 0; left >>= 1) found += left & 1
  return found
})
