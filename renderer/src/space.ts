/** A vector in studs, the clients' unit: a limb is 1 x 2 x 1. x points to the viewer's right, y up, z to the viewer. */
export type Vector = readonly [x: number, y: number, z: number]

/** A rotation matrix by rows. */
export type Rotation = readonly [Vector, Vector, Vector]

/** A rotation followed by a translation. */
export interface Placement {
  rotation: Rotation
  offset: Vector
}

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const normalise = (a: Vector): Vector => scale(a, 1 / (Math.hypot(...a) || 1))

export const rotate = (r: Rotation, a: Vector): Vector => [dot(r[0], a), dot(r[1], a), dot(r[2], a)]

/** Returns the position of a point after a placement. */
export const transformPoint = ({ rotation, offset }: Placement, point: Vector): Vector =>
  add(rotate(rotation, point), offset)

/** Returns the combined placement: `inner`, then `outer`. */
export const combine = (outer: Placement, inner: Placement): Placement => ({
  rotation: after(outer.rotation, inner.rotation),
  offset: transformPoint(outer, inner.offset),
})

/** Returns the inverse placement. */
export function inverse({ rotation, offset }: Placement): Placement {
  const back: Rotation = [
    [rotation[0][0], rotation[1][0], rotation[2][0]],
    [rotation[0][1], rotation[1][1], rotation[2][1]],
    [rotation[0][2], rotation[1][2], rotation[2][2]],
  ]
  return { rotation: back, offset: scale(rotate(back, offset), -1) }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Rotates about the x axis: the side that faces the viewer turns down. */
export function pitch(degrees: number): Rotation {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return [
    [1, 0, 0],
    [0, c, -s],
    [0, s, c],
  ]
}

/** Rotates about the y axis: the side that faces the viewer turns to the right. */
export function yaw(degrees: number): Rotation {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return [
    [c, 0, s],
    [0, 1, 0],
    [-s, 0, c],
  ]
}

/** Rotates about the z axis: the top turns to the left. */
export function roll(degrees: number): Rotation {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ]
}

/** Returns the product of two rotations: `b`, then `a`. */
export function after(a: Rotation, b: Rotation): Rotation {
  const columns: Rotation = [
    [b[0][0], b[1][0], b[2][0]],
    [b[0][1], b[1][1], b[2][1]],
    [b[0][2], b[1][2], b[2][2]],
  ]
  const row = (r: Vector): Vector => [dot(r, columns[0]), dot(r, columns[1]), dot(r, columns[2])]
  return [row(a[0]), row(a[1]), row(a[2])]
}

export const upright: Rotation = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
