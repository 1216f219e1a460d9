import type { Face } from '@baseplate/renderer/models/write-mesh'

/** Builds a binary mesh: version 3.00 if `levels` has the end of each level of detail, otherwise version 2.00. */
export function meshBinary(faces: readonly Face[], levels?: readonly number[]): Buffer {
  const corners = faces.flat()
  const header = Buffer.alloc(levels ? 16 : 12)
  header.writeUInt16LE(header.length, 0)
  header.writeUInt8(36, 2)
  header.writeUInt8(12, 3)
  if (levels) {
    header.writeUInt16LE(4, 4)
    header.writeUInt16LE(levels.length + 1, 6)
  }
  header.writeUInt32LE(corners.length, header.length - 8)
  header.writeUInt32LE(faces.length, header.length - 4)
  const vertices = Buffer.alloc(corners.length * 36)
  const indices = Buffer.alloc(corners.length * 4)
  for (const [index, { position, normal, u, v }] of corners.entries()) {
    for (const [at, number] of [...position, ...normal, u, 1 - v].entries())
      vertices.writeFloatLE(number, index * 36 + at * 4)
    indices.writeUInt32LE(index, index * 4)
  }
  const ends = Buffer.alloc(levels ? (levels.length + 1) * 4 : 0)
  for (const [at, end] of (levels ?? []).entries()) ends.writeUInt32LE(end, (at + 1) * 4)
  return Buffer.concat([
    Buffer.from(`version ${levels ? '3.00' : '2.00'}\n`),
    header,
    vertices,
    indices,
    ends,
  ])
}
