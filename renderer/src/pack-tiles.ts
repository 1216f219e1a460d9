/** A rectangle in pixels. */
export interface Tile {
  x: number
  y: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/**
 * Places tiles side by side in rows. Tiles that do not fit into a square are scaled down until they do.
 *
 * @param side of the square in pixels
 * @returns the tiles in the order of `sizes`, and the size that they need
 */
export function packTiles(sizes: readonly Size[], side: number): Size & { tiles: Tile[] } {
  for (let scale = 1; ; scale /= 2) {
    const packed = packScaled(sizes, side, scale)
    if (packed) return packed
  }
}

function packScaled(sizes: readonly Size[], side: number, scale: number) {
  const scaled = sizes.map((size, index) => ({
    index,
    width: Math.max(1, Math.floor(size.width * scale)),
    height: Math.max(1, Math.floor(size.height * scale)),
  }))
  const tiles: Tile[] = []
  let [x, y, rowHeight, width] = [0, 0, 0, 0]
  for (const tile of scaled.toSorted((a, b) => b.height - a.height)) {
    if (x + tile.width > side) [x, y, rowHeight] = [0, y + rowHeight, 0]
    if (tile.width > side || y + tile.height > side) return undefined
    tiles[tile.index] = { x, y, width: tile.width, height: tile.height }
    x += tile.width
    rowHeight = Math.max(rowHeight, tile.height)
    width = Math.max(width, x)
  }
  return { width, height: y + rowHeight, tiles }
}
