/** A vertex of a model, in the engine's axes: x to the figure's right, y up, z forward. */
export interface ModelVertex {
  position: readonly [x: number, y: number, z: number]
  normal: readonly [x: number, y: number, z: number]
  /** From 0 to 1, `v` downwards. */
  u: number
  v: number
}

/** A bone. It moves its vertices as a whole. */
export interface Joint {
  name: string
  /** Relative to the parent's. */
  position: readonly [x: number, y: number, z: number]
  /** Indices of vertices. */
  vertices: readonly number[]
  keys: readonly JointKey[]
  children: readonly Joint[]
}

export interface JointKey {
  frame: number
  position: readonly [x: number, y: number, z: number]
  /** Quaternion. */
  rotation: readonly [w: number, x: number, y: number, z: number]
}

export interface AnimatedModel {
  name: string
  vertices: readonly ModelVertex[]
  /** Indices of vertices, three a triangle, clockwise as seen from outside. */
  indices: readonly number[]
  framesPerSecond: number
  frames: number
  joints: readonly Joint[]
}

const upright = [1, 0, 0, 0] as const
const unscaled = [1, 1, 1] as const
const version = 1
const noBrush = -1

/**
 * Encodes a model in the format of Blitz3D, little-endian. Its specification is in the public domain:
 * github.com/blitz-research/blitz3d/blob/master/_release/extras/b3dsdk/b3dfile_specs.txt.
 */
export function encodeB3d(model: AnimatedModel): Buffer {
  const mesh = chunk('MESH', [
    integers(noBrush),
    chunk('VRTS', [
      // Each vertex has a normal, no colour, and one pair of texture coordinates.
      integers(1, 1, 2),
      ...model.vertices.map(({ position, normal, u, v }) => floats(...position, ...normal, u, v)),
    ]),
    chunk('TRIS', [integers(noBrush, ...model.indices)]),
  ])
  const animation = chunk('ANIM', [integers(0, model.frames), floats(model.framesPerSecond)])
  const root = node(model.name, [0, 0, 0], [mesh, animation, ...model.joints.map(encodeJoint)])
  return chunk('BB3D', [integers(version), root])
}

const encodeJoint = ({ name, position, vertices, keys, children }: Joint): Buffer =>
  node(name, position, [
    chunk(
      'BONE',
      vertices.map((vertex) => Buffer.concat([integers(vertex), floats(1)])),
    ),
    chunk('KEYS', [
      // Each key has a position and a rotation, but no scale.
      integers(1 | 4),
      // The format numbers frames from 1.
      ...keys.map((key) =>
        Buffer.concat([integers(key.frame + 1), floats(...key.position, ...key.rotation)]),
      ),
    ]),
    ...children.map(encodeJoint),
  ])

const node = (name: string, position: readonly [number, number, number], parts: readonly Buffer[]): Buffer =>
  chunk('NODE', [Buffer.from(`${name}\0`), floats(...position, ...unscaled, ...upright), ...parts])

function chunk(name: string, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const header = Buffer.alloc(8, name, 'latin1')
  header.writeInt32LE(content.length, 4)
  return Buffer.concat([header, content])
}

function integers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4)
  return bytes
}

function floats(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes
}
