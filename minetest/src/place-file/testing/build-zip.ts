import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a test's archive, with the lies that its headers tell. */
export interface Packed {
  path: string
  content?: string | Buffer
  /** Unix mode with the type of the file. */
  mode?: number
  flags?: number
  method?: number
  /** Size in the headers, in place of the real one. */
  size?: number
  crc?: number
  /** Path in the file's own header. */
  localPath?: string
  /** Where its own header is, in bytes of the archive, in place of one of its own. */
  offset?: number
}

const utf8 = 0x800

/** Builds a ZIP archive, which may be invalid. */
export function buildZip(files: readonly Packed[], { count = files.length } = {}): Buffer {
  const bodies: Buffer[] = []
  const heads: Buffer[] = []
  let at = 0
  for (const file of files) {
    const content = Buffer.from(file.content ?? '')
    const method = file.method ?? (content.length > 0 ? 8 : 0)
    const data = method === 0 ? content : deflateRawSync(content)
    const path = Buffer.from(file.path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((file.flags ?? 0) | utf8, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(file.crc ?? crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(file.size ?? content.length, 18)
    common.writeUInt16LE(path.length, 22)
    const offset = file.offset ?? at
    if (file.offset === undefined) {
      const localPath = Buffer.from(file.localPath ?? file.path)
      const local = Buffer.from(common)
      local.writeUInt16LE(localPath.length, 22)
      bodies.push(Buffer.from('PK\x03\x04', 'latin1'), local, localPath, data)
      at += 30 + localPath.length + data.length
    }
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    heads.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path)
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** The smallest game. */
export const smallGame: readonly Packed[] = [
  { path: 'game.conf', content: 'title = Coin tower\nversion = 1.2\n' },
  { path: 'mods/tower/init.lua', content: 'minetest.log("action", "hello")\n' },
]

/** The bytes of an archive, for a check. */
export const bytesOf = (zip: Buffer) => ({
  size: zip.length,
  read: ({ start, end }: { start: number; end: number }) => [zip.subarray(start, end + 1)],
})
