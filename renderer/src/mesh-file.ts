import { CannotDraw, type EncodedFile } from './drawing.ts'
import type { Mesh, Triangle, Vertex } from './mesh.ts'
import { add, cross, dot, normalise, subtract, type Vector } from './space.ts'

/** Maximum number of triangles of a file and of a whole model. Clients accept about half as many. */
export const maxTriangles = 40_000

/** Maximum coordinate in studs. Clients accept nothing larger. */
const maxLength = 100_000

/**
 * Reads a mesh file as clients do: the text versions 1.00 and 1.01, and the binary versions 2.00, 3.00 and 3.01, of which only
 * the finest level of detail is used. Later versions add bones and compression. The format is described as "Roblox Mesh Format"
 * at devforum.roblox.com/t/roblox-mesh-format/326114.
 *
 * @returns triangles in the clients' axes, all on the side `front`; `v` grows downwards
 * @throws CannotDraw
 */
export function readMeshFile({ name, bytes }: EncodedFile): Mesh {
  const refuse = (why: string): never => {
    throw new CannotDraw(`The mesh of ${name} ${why}`)
  }
  const line = new TextDecoder('latin1').decode(bytes.subarray(0, 16))
  const version = /^version (\d\.\d\d)\r?\n/.exec(line)
  const start = version?.[0].length ?? 0
  switch (version?.[1]) {
    case '1.00':
      return readText(bytes.subarray(start), 0.5, refuse)
    case '1.01':
      return readText(bytes.subarray(start), 1, refuse)
    case '2.00':
      return readBinary(bytes.subarray(start), false, refuse)
    case '3.00':
    case '3.01':
      return readBinary(bytes.subarray(start), true, refuse)
    case undefined:
      return refuse('is not a mesh file')
    default:
      return refuse(`has version ${version?.[1]}, but only 1.00 to 3.01 are supported`)
  }
}

/** Throws with a reason, which follows the name of the mesh. */
type Refuse = (why: string) => never

const refuseMany: (refuse: Refuse) => never = (refuse) => refuse(`has more than ${maxTriangles} triangles`)

/** Reads the number of triangles, then nine bracketed triples each: position, normal and texture coordinates of its corners. */
function readText(bytes: Uint8Array, scale: number, refuse: Refuse): Mesh {
  const text = new TextDecoder('latin1').decode(bytes)
  const count = /^\s*(\d{1,9})\s/.exec(text)
  if (!count) return refuse('does not state its number of triangles')
  const faces = Number(count[1])
  if (faces > maxTriangles) refuseMany(refuse)
  const triple = /\s*\[([^\],]{1,40}),([^\],]{1,40}),([^\],]{1,40})\]/y
  triple.lastIndex = count[0].length
  const next = (): Vector => {
    const found = triple.exec(text)
    if (!found) return refuse('ends early, or contains something other than triples')
    return [Number(found[1]), Number(found[2]), Number(found[3])]
  }
  const corner = (): Vertex => {
    const [x, y, z] = next()
    const normal = next()
    const [u, v] = next()
    // In the text format, v grows upwards.
    return vertexOf([x * scale, y * scale, z * scale], normal, u, 1 - v, refuse)
  }
  const triangles: Triangle[] = []
  for (let face = 0; face < faces; face++) addTriangle(triangles, corner(), corner(), corner())
  return triangles.length > 0 ? triangles : refuse('has no triangles')
}

/** Reads a little-endian header with sizes and counts, the vertices, and three vertex indices for each triangle. */
function readBinary(bytes: Uint8Array, hasLevels: boolean, refuse: Refuse): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const least = hasLevels ? 16 : 12
  if (bytes.length < least) refuse('ends early')
  const headerSize = view.getUint16(0, true)
  const vertexSize = view.getUint8(2)
  const faceSize = view.getUint8(3)
  const levelSize = hasLevels ? view.getUint16(4, true) : 0
  const levels = hasLevels ? view.getUint16(6, true) : 0
  const vertexCount = view.getUint32(least - 8, true)
  const faceCount = view.getUint32(least - 4, true)
  if (headerSize < least || vertexSize < 32 || faceSize < 12 || (levels > 0 && levelSize < 4))
    refuse('has an unknown layout')
  if (vertexCount > 3 * maxTriangles) refuseMany(refuse)
  const facesAt = headerSize + vertexCount * vertexSize
  const levelsAt = facesAt + faceCount * faceSize
  if (levelsAt + levels * levelSize > bytes.length) refuse('ends early')
  // Each level of detail begins where the previous one ends. The first is the finest.
  const end = levels >= 2 ? view.getUint32(levelsAt + levelSize, true) : faceCount
  if (end > faceCount) refuse('has a level of detail with missing triangles')
  if (end > maxTriangles) refuseMany(refuse)

  const vertices = Array.from({ length: vertexCount }, (_, index) => {
    const at = headerSize + index * vertexSize
    const float = (number: number) => view.getFloat32(at + number * 4, true)
    return vertexOf(
      [float(0), float(1), float(2)],
      [float(3), float(4), float(5)],
      float(6),
      float(7),
      refuse,
    )
  })
  const triangles: Triangle[] = []
  for (let face = 0; face < end; face++) {
    const corner = (number: number): Vertex =>
      vertices[view.getUint32(facesAt + face * faceSize + number * 4, true)] ??
      refuse('has a triangle with a missing corner')
    addTriangle(triangles, corner(0), corner(1), corner(2))
  }
  return triangles.length > 0 ? triangles : refuse('has no triangles')
}

/** Replaces invalid normals and texture coordinates with zero. `addTriangle` computes a missing normal. */
function vertexOf(position: Vector, normal: Vector, u: number, v: number, refuse: Refuse): Vertex {
  if (!position.every((length) => Math.abs(length) <= maxLength))
    refuse('has a corner without a position, or too far away')
  return {
    position,
    normal: normal.every((length) => Math.abs(length) <= 1e6) ? normalise(normal) : [0, 0, 0],
    u: Math.abs(u) <= 1e4 ? u : 0,
    v: Math.abs(v) <= 1e4 ? v : 0,
  }
}

/**
 * Adds a triangle unless it has no area. The winding order differs between tools, so the normals decide which side is outside.
 */
function addTriangle(triangles: Triangle[], a: Vertex, b: Vertex, c: Vertex): void {
  const across = cross(subtract(b.position, a.position), subtract(c.position, a.position))
  if (dot(across, across) === 0) return
  const out = normalise(across)
  const normal = add(a.normal, add(b.normal, c.normal))
  const turned = dot(out, normal) < 0
  const facing: Vector = turned ? [-out[0], -out[1], -out[2]] : out
  const lit = (vertex: Vertex): Vertex =>
    dot(vertex.normal, vertex.normal) === 0 ? { ...vertex, normal: facing } : vertex
  triangles.push({ a: lit(a), b: lit(turned ? c : b), c: lit(turned ? b : c), side: 'front' })
}
