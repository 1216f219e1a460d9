/** A corner of a triangle in screen space. */
export interface Corner {
  /** In pixels. */
  x: number
  y: number
  /** 1 / distance, which is linear in screen space. */
  inverseDepth: number
}

export type Corners = readonly [Corner, Corner, Corner]

/**
 * The values that every pixel of a triangle needs. Its barycentric coordinates and inverse depth are linear in screen space: `aX` and `aY`
 * are the change of the coordinate `a` per pixel to the right and down.
 */
export interface PreparedTriangle {
  face: number
  corners: Corners
  translucent: boolean
  aX: number
  aY: number
  bX: number
  bY: number
  cX: number
  cY: number
  depthX: number
  depthY: number
  /** Largest difference of a coordinate between the centre and the border of a pixel. */
  aReach: number
  bReach: number
  cReach: number
}

export function prepareTriangle(face: number, corners: Corners, translucent: boolean): PreparedTriangle {
  const [a, b, c] = corners
  const area = areaOf(a, b, c)
  const aX = (b.y - c.y) / area
  const aY = (c.x - b.x) / area
  const bX = (c.y - a.y) / area
  const bY = (a.x - c.x) / area
  const cX = -aX - bX
  const cY = -aY - bY
  const depthX = aX * a.inverseDepth + bX * b.inverseDepth + cX * c.inverseDepth
  const depthY = aY * a.inverseDepth + bY * b.inverseDepth + cY * c.inverseDepth
  const aReach = (Math.abs(aX) + Math.abs(aY)) / 2
  const bReach = (Math.abs(bX) + Math.abs(bY)) / 2
  const cReach = (Math.abs(cX) + Math.abs(cY)) / 2
  return { face, corners, translucent, aX, aY, bX, bY, cX, cY, depthX, depthY, aReach, bReach, cReach }
}

/**
 * Returns the first pixel of a row at which a coordinate can be positive. The coordinate is `origin` at `x`, and changes by `slope`
 * per pixel.
 */
export const firstPixel = (slope: number, origin: number, x: number) =>
  slope > 0 ? Math.floor(x - origin / slope - 0.5) : -Infinity
/** Returns the last such pixel. */
export const lastPixel = (slope: number, origin: number, x: number) =>
  slope < 0 ? Math.ceil(x - origin / slope - 0.5) : Infinity

/** Returns twice the signed area of a triangle. */
export const areaOf = (a: Corner, b: Corner, c: Corner) =>
  (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
