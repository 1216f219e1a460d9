import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from './texture.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Writes pixels as a PNG file: 8 bits, colour with alpha, not interlaced (ISO/IEC 15948). */
export function encodePng({ width, height, rgba }: Pixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    // Higher levels take several times as long for a tenth of the bytes.
    chunk('IDAT', deflateSync(filtered(rgba, width * 4, height), { level: 5 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each row as its difference from the row above: shaded surfaces change slowly. */
function filtered(rgba: Uint8Array, rowBytes: number, rows: number): Uint8Array {
  const up = 2
  const lines = new Uint8Array((rowBytes + 1) * rows)
  for (let row = 0, to = 0, from = 0; row < rows; row++) {
    lines[to++] = up
    for (let column = 0; column < rowBytes; column++, to++, from++) {
      lines[to] = (rgba[from] ?? 0) - (row === 0 ? 0 : (rgba[from - rowBytes] ?? 0))
    }
  }
  return lines
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8)
  return framed
}
