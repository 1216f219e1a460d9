/** Sample points per pixel. Coverage is tested per sample, which smooths edges; shading happens once per fragment. */
export const samples = 8
/** The mask of all samples, one bit each. */
export const allSamples = 2 ** samples - 1

/** Offsets from the centre of the pixel: Hammersley points, so that no two share a column or a row. */
export const sampleX = Float32Array.from({ length: samples }, (_, index) => (index + 0.5) / samples - 0.5)
export const sampleY = Float32Array.from({ length: samples }, (_, index) => {
  const reversed = ((index & 1) << 2) | (index & 2) | ((index & 4) >> 2)
  return (reversed + 0.5) / samples - 0.5
})

/** Number of samples in each mask. */
export const samplesIn = Uint8Array.from({ length: allSamples + 1 }, (_, mask) => {
  let found = 0
  for (let left = mask; left > 0; left >>= 1) found += left & 1
  return found
})

const meanOf = (offsets: Float32Array) =>
  Float64Array.from({ length: allSamples + 1 }, (_, mask) => {
    const inMask = offsets.filter((_, sample) => (mask & (1 << sample)) !== 0)
    return inMask.reduce((sum, offset) => sum + offset, 0) / Math.max(inMask.length, 1)
  })

/** Mean offset of the samples in each mask. */
export const meanX = meanOf(sampleX)
export const meanY = meanOf(sampleY)
