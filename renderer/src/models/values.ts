import { hexOf } from '../palette.ts'
import { cross, normalise, type Placement, type Rotation, type Vector } from '../space.ts'
import type { ModelObject } from './objects.ts'

/** Maximum length and coordinate in studs. Clients accept nothing larger. */
const most = 100_000

/** Returns undefined for a missing, invalid or excessive number. */
function numberOf({ properties }: ModelObject, key: string): number | undefined {
  const text = properties.get(key)
  const number = text === undefined ? Number.NaN : Number(text)
  return Math.abs(number) <= most ? number : undefined
}

/** @param names The first property that exists counts. */
export function number(object: ModelObject, fallback: number, ...names: string[]): number {
  for (const name of names) {
    const found = numberOf(object, name)
    if (found !== undefined) return found
  }
  return fallback
}

export function vector(object: ModelObject, fallback: Vector, ...names: string[]): Vector {
  for (const name of names) {
    const [x, y, z] = ['X', 'Y', 'Z'].map((axis) => numberOf(object, `${name}.${axis}`))
    if (x !== undefined && y !== undefined && z !== undefined) return [x, y, z]
  }
  return fallback
}

/** Reads a position and a rotation. Undefined: the property does not exist. */
export function placement(object: ModelObject, name: string): Placement | undefined {
  const cell = (row: number, column: number) =>
    number(object, row === column ? 1 : 0, `${name}.R${row}${column}`)
  const row = (index: number): Vector => [cell(index, 0), cell(index, 1), cell(index, 2)]
  if (numberOf(object, `${name}.X`) === undefined) return undefined
  return { rotation: orthonormal([row(0), row(1), row(2)]), offset: vector(object, [0, 0, 0], name) }
}

/** Returns a valid rotation close to the given one, which may be rounded or made up. */
export function orthonormal([first, second]: Rotation): Rotation {
  const x = isLong(first) ? normalise(first) : ([1, 0, 0] as const)
  const across = cross(x, second)
  const z = normalise(isLong(across) ? across : cross(x, Math.abs(x[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1]))
  return [x, cross(z, x), z]
}

const isLong = (vector: Vector) => Math.hypot(...vector) > 1e-3

const channel = (value: number) =>
  Math.round(Math.min(Math.max(value, 0), 255))
    .toString(16)
    .padStart(2, '0')

/** @param shares red, green and blue from 0 to 1 */
export const hexOfShares = (shares: Vector): string =>
  `#${shares.map((share) => channel(255 * share)).join('')}`

/** Medium stone grey, the clients' default. */
const plain = 194

/**
 * Returns the colour of a part, `#rrggbb`. Documents store it as a palette number, as three shares, or packed into one number.
 */
export function colour(part: ModelObject): string {
  const { properties } = part
  const packed = Number(properties.get('Color3uint8') ?? properties.get('Color') ?? Number.NaN)
  if (Number.isInteger(packed)) return `#${(packed & 0xffffff).toString(16).padStart(6, '0')}`
  if (properties.has('Color.R')) {
    const share = (name: string) => number(part, 0, `Color.${name}`)
    return hexOfShares([share('R'), share('G'), share('B')])
  }
  return hexOf(number(part, plain, 'BrickColor'))
}
